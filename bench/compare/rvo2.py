"""RVO2 (PyPI: pyrvo) as a worker of the benchmark: requests by line on the standard input, answers on the output.

load FILE     reads a place and who walks in it, and answers "loaded" and how many there are
run STEPS     walks on, and answers "ran" and the nanoseconds of each step: RVO2's alone, without what is done here
speed         answers "speed" and the mean speed in millimeters a second

The file has a line "square SIDE", lines "pillar LEFT BOTTOM RIGHT TOP", and a line "walker X Y" for everybody. [m]
"""

import math
import random
import sys
import time

import pyrvo

RADIUS = 0.24
SPEED = 1.4
# As much faster than they like may they walk, as in our crowd.
MOST_SPEED = 1.3 * SPEED
DT = 0.1
NEIGHBORS = 10
NEIGHBOR_DISTANCE = 5.0
HORIZON = 2.0
WALL_HORIZON = 1.0
# Every so many steps everybody looks where its goal is.
LOOK_EVERY = 5
# So near a goal is reached. [m]
REACHED = 1.0
# Against perfect symmetry. [m/s]
NOISE = 0.01


class Crowd:
    def __init__(self, path):
        self.random = random.Random(1)
        self.sim = pyrvo.RVOSimulator()
        self.sim.set_time_step(DT)
        self.sim.set_agent_defaults(NEIGHBOR_DISTANCE, NEIGHBORS, HORIZON, WALL_HORIZON, RADIUS, MOST_SPEED)
        self.pillars = []
        walkers = []
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                word, *numbers = line.split()
                numbers = [float(number) for number in numbers]
                if word == "square":
                    side = self.side = numbers[0]
                    # Clockwise: one is inside.
                    self.sim.add_obstacle([(0.0, 0.0), (0.0, side), (side, side), (side, 0.0)])
                elif word == "pillar":
                    left, bottom, right, top = numbers
                    self.pillars.append(numbers)
                    self.sim.add_obstacle([(left, bottom), (right, bottom), (right, top), (left, top)])
                elif word == "walker":
                    walkers.append(tuple(numbers))
        self.sim.process_obstacles()
        for walker in walkers:
            self.sim.add_agent(walker)
        self.count = len(walkers)
        self.goals = [self.some_place() for _ in walkers]
        self.steps = 0

    def some_place(self):
        """A random place that is not in a pillar, nor so near to a wall that nobody fits there."""
        while True:
            place = [self.random.uniform(RADIUS, self.side - RADIUS) for _ in range(2)]
            if not any(
                left - RADIUS < place[0] < right + RADIUS and bottom - RADIUS < place[1] < top + RADIUS
                for left, bottom, right, top in self.pillars
            ):
                return place

    def look(self):
        for walker in range(self.count):
            at = self.sim.get_agent_position(walker)
            goal = self.goals[walker]
            to = [goal[0] - at.x, goal[1] - at.y]
            distance = math.hypot(*to)
            if distance < REACHED:
                goal = self.goals[walker] = self.some_place()
                to = [goal[0] - at.x, goal[1] - at.y]
                distance = math.hypot(*to)
            velocity = [SPEED * part / distance + self.random.uniform(-NOISE, NOISE) for part in to]
            self.sim.set_agent_pref_velocity(walker, tuple(velocity))

    def step(self):
        """One step; the nanoseconds that it took."""
        if self.steps % LOOK_EVERY == 0:
            self.look()
        self.steps += 1
        start = time.perf_counter_ns()
        self.sim.do_step()
        return time.perf_counter_ns() - start

    def speed(self):
        velocities = [self.sim.get_agent_velocity(walker) for walker in range(self.count)]
        return sum(math.hypot(velocity.x, velocity.y) for velocity in velocities) / self.count


def main():
    crowd = None
    for line in sys.stdin:
        word, *rest = line.split()
        if word == "load":
            crowd = Crowd(rest[0])
            answer = f"loaded {crowd.count}"
        elif word == "run":
            answer = " ".join(["ran", *(str(crowd.step()) for _ in range(int(rest[0])))])
        else:
            answer = f"speed {round(1000 * crowd.speed())}"
        print(answer, flush=True)


main()
