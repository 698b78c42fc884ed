"""Reads files of trajectories with PedPy and JuPedSim, and prints as JSON what they find in them."""

import json
import pathlib
import sys
import warnings

import jupedsim
import pedpy

warnings.filterwarnings("ignore")
rooms, gallery, whole = (pathlib.Path(argument) for argument in sys.argv[1:])


def read(path):
    """The walks and the floor of a file, as PedPy reads them."""
    walks = pedpy.load_trajectory_from_jupedsim_sqlite(trajectory_file=path)
    floor = pedpy.load_walkable_area_from_jupedsim_sqlite(trajectory_file=path)
    return walks, floor, bool(pedpy.is_trajectory_valid(traj_data=walks, walkable_area=floor))


walks, floor, is_valid = read(rooms)
assert is_valid, "somebody is outside of the floor"
cells = pedpy.compute_individual_voronoi_polygons(
    traj_data=walks, walkable_area=floor, cut_off=pedpy.Cutoff(radius=1.0, quad_segments=3)
)


def densities(low, high):
    """Both densities of a rectangle, and their first frame."""
    (x, y), (u, v) = low, high
    area = pedpy.MeasurementArea([(x, y), (u, y), (u, v), (x, v)])
    classic = pedpy.compute_classic_density(traj_data=walks, measurement_area=area)
    voronoi, _ = pedpy.compute_voronoi_density(individual_voronoi_data=cells, measurement_area=area)
    assert list(classic.frame) == list(voronoi.frame), "the same frames"
    return {
        "first": int(classic.frame.min()),
        "classic": [float(value) for value in classic.density],
        "voronoi": [float(value) for value in voronoi.density],
    }


line = pedpy.MeasurementLine([(8.5, 3.0), (8.5, 5.0)])
passed, crossings = pedpy.compute_n_t(traj_data=walks, measurement_line=line)
speeds = pedpy.compute_individual_speed(
    traj_data=walks, frame_step=2, speed_calculation=pedpy.SpeedCalculation.BORDER_SINGLE_SIDED
)
flow = pedpy.compute_flow(
    nt=passed, crossing_frames=crossings, individual_speed=speeds, delta_frame=20, frame_rate=walks.frame_rate
)
recording = jupedsim.Recording(str(whole))
bounds = recording.bounds()
print(
    json.dumps(
        {
            "areas": [densities((5.5, 2.5), (7.9, 5.5)), densities((10.3, 5.0), (13.0, 7.9))],
            "crossings": sorted(int(frame) for frame in crossings.frame),
            "flow": [float(value) for value in flow.flow],
            "gallery": {"is_valid": read(gallery)[2]},
            "recording": {
                "frames": recording.num_frames,
                "fps": recording.fps,
                "bounds": [bounds.xmin, bounds.ymin, bounds.xmax, bounds.ymax],
                "characters": len(recording.frame(200).agents),
                "geometry": recording.geometry().geom_type,
            },
        }
    )
)
