"""JuPedSim (PyPI: jupedsim) as a worker of the benchmark: requests by line on the standard input, answers on the output.

load FILE     reads a place and who walks in it, and answers "loaded" and how many there are
run SECONDS   walks on, and answers "ran" and the nanoseconds of each simulated second: JuPedSim's alone, without what is done here
speed         answers "speed" and the mean speed over the last second in millimeters a second

The file has a line "square SIDE", lines "pillar LEFT BOTTOM RIGHT TOP", and a line "walker X Y" for everybody. [m]
"""

import math
import random
import sys
import time

import jupedsim
import shapely

RADIUS = 0.18
SPEED = 1.34
# Its default, and what its authors recommend. [s]
DT = 0.01
# So near a goal is reached. [m]
REACHED = 1.0
# Goals keep this far from walls. [m]
GAP = 0.5


class Crowd:
    def __init__(self, path):
        self.random = random.Random(1)
        holes, walkers = [], []
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                word, *numbers = line.split()
                numbers = [float(number) for number in numbers]
                if word == "square":
                    self.side = numbers[0]
                elif word == "pillar":
                    holes.append(shapely.box(*numbers))
                elif word == "walker":
                    walkers.append(tuple(numbers))
        place = shapely.box(0.0, 0.0, self.side, self.side).difference(shapely.unary_union(holes))
        self.inner = place.buffer(-GAP)
        shapely.prepare(self.inner)
        self.sim = jupedsim.Simulation(model=jupedsim.CollisionFreeSpeedModel(), geometry=place, dt=DT)
        stage = self.sim.add_direct_steering_stage()
        journey = self.sim.add_journey(jupedsim.JourneyDescription([stage]))
        for walker in walkers:
            parameters = jupedsim.CollisionFreeSpeedModelAgentParameters(
                position=walker, desired_speed=SPEED, radius=RADIUS, journey_id=journey, stage_id=stage
            )
            self.sim.add_agent(parameters)
        for agent in self.sim.agents():
            agent.target = self.some_place()
        self.before = self.now = self.positions()

    def some_place(self):
        while True:
            place = tuple(self.random.uniform(0.0, self.side) for _ in range(2))
            if self.inner.contains(shapely.Point(place)):
                return place

    def positions(self):
        return {agent.id: tuple(agent.position) for agent in self.sim.agents()}

    def second(self):
        """One simulated second; the nanoseconds that it took."""
        start = time.perf_counter_ns()
        self.sim.iterate(round(1.0 / DT))
        taken = time.perf_counter_ns() - start
        for agent in self.sim.agents():
            if math.dist(agent.position, agent.target) < REACHED:
                agent.target = self.some_place()
        self.before, self.now = self.now, self.positions()
        return taken

    def speed(self):
        return sum(math.dist(at, self.before[who]) for who, at in self.now.items()) / len(self.now)


def main():
    crowd = None
    for line in sys.stdin:
        word, *rest = line.split()
        if word == "load":
            crowd = Crowd(rest[0])
            answer = f"loaded {len(crowd.now)}"
        elif word == "run":
            answer = " ".join(["ran", *(str(crowd.second()) for _ in range(int(rest[0])))])
        else:
            answer = f"speed {round(1000 * crowd.speed())}"
        print(answer, flush=True)


main()
