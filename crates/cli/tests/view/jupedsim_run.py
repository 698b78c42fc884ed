"""A small run of JuPedSim itself, for the page to replay: forty people leave a room with a pillar. Prints how many frames there are."""

import pathlib
import sqlite3
import sys

import jupedsim
import shapely

file = pathlib.Path(sys.argv[1])
room = [(0, 0), (20, 0), (20, 10), (0, 10)]
pillar = [(9, 4), (11, 4), (11, 6), (9, 6)]
simulation = jupedsim.Simulation(
    model=jupedsim.CollisionFreeSpeedModel(),
    geometry=shapely.Polygon(room, [pillar]),
    trajectory_writer=jupedsim.SqliteTrajectoryWriter(output_file=file, every_nth_frame=10),
)
exit_stage = simulation.add_exit_stage([(18, 1), (19.5, 1), (19.5, 9), (18, 9)])
journey = simulation.add_journey(jupedsim.JourneyDescription([exit_stage]))
for k in range(40):
    position = (1 + k % 8, 1.5 + k // 8)
    simulation.add_agent(
        jupedsim.CollisionFreeSpeedModelAgentParameters(journey_id=journey, stage_id=exit_stage, position=position)
    )
while simulation.agent_count() > 0 and simulation.iteration_count() < 6000:
    simulation.iterate()
with sqlite3.connect(file) as connection:
    print(connection.execute("SELECT COUNT(DISTINCT frame) FROM trajectory_data").fetchone()[0])
