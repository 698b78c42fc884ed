//! PedPy reads our files as they are, and finds the densities and flows that we find.
//!
//! Needs Python with the packages `pedpy` and `jupedsim`: `make pedpy` installs them into `target/venv`.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use throng_crowd::measure::{CutOff, Flow, Frame, Measurements, Sample};
use throng_crowd::{Area, CharacterId, Purpose, Random};
use throng_mesh::{Connection, Layer, LayerId, Mesh, Scene, sample::ring};

// The writers of the program, which is not a library.
#[path = "../src/simulate/floor_files.rs"]
mod floor_files;
#[path = "../src/simulate/floors.rs"]
mod floors;
#[expect(dead_code, reason = "not everything that is written is of interest to PedPy")]
#[path = "../src/simulate/sqlite.rs"]
mod sqlite;

use floor_files::FloorFiles;
use sqlite::TrajectoryFile;

const FPS: f64 = 10.0;
/// Where the flow is measured: across the door.
const DOOR: [[f64; 2]; 2] = [[8.5, 3.0], [8.5, 5.0]];

/// Two rooms with a door between them, a column in the second one, and a gallery beyond it on another layer.
fn place() -> Mesh {
    let mut rooms = Layer::new("rooms");
    rooms.walkable.push(ring(&[[0.0, 0.0], [16.0, 0.0], [16.0, 8.0], [0.0, 8.0]]));
    rooms.obstacles.push(ring(&[[8.0, 0.0], [9.0, 0.0], [9.0, 3.0], [8.0, 3.0]]));
    rooms.obstacles.push(ring(&[[8.0, 5.0], [9.0, 5.0], [9.0, 8.0], [8.0, 8.0]]));
    rooms.obstacles.push(ring(&[[11.0, 7.2], [11.6, 7.2], [11.6, 7.8], [11.0, 7.8]]));
    let mut gallery = Layer::new("gallery");
    gallery.walkable.push(ring(&[[16.0, 1.0], [20.0, 1.0], [20.0, 7.0], [16.0, 7.0]]));
    let connections = vec![Connection::new([LayerId(0), LayerId(1)], [[16.0, 2.0], [16.0, 6.0]])];
    let scene = Scene { name: "rooms".to_owned(), layers: vec![rooms, gallery], connections };
    Mesh::build(&scene).expect("it is fine").mesh
}

/// Eighty who walk through the door, some of them on to the gallery, and some of those back again.
fn frames() -> Vec<Frame> {
    let walker = |id: u32, time: f64| {
        let mut random = Random::new(11, Purpose::Properties, id, 0);
        let mut between = |low: f64, high: f64| low + (high - low) * random.unit();
        let door = between(3.3, 4.7);
        let room = [between(12.0, 15.3), between(0.7, 6.8)];
        let edge = [15.5, between(2.5, 5.5)];
        let gallery = [between(17.0, 19.5), edge[1]];
        let mut way = vec![[between(0.5, 6.5), between(0.5, 7.5)], [7.5, door], [9.5, door], room];
        if id.is_multiple_of(3) {
            way.extend([edge, gallery]);
        }
        if id.is_multiple_of(6) {
            way.extend([edge, room, [9.5, door], [7.5, door]]);
        }
        let speed = between(0.9, 1.5);
        let mut left = speed * (time - 0.25 * f64::from(id));
        if left < 0.0 {
            return None;
        }
        for pair in way.windows(2) {
            let d = [pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]];
            let length = (d[0] * d[0] + d[1] * d[1]).sqrt();
            if left < length {
                let at = [0, 1].map(|k| pair[0][k] + left / length * d[k]);
                let heading = d.map(|v| (v / length) as f32);
                let velocity = heading.map(|v| v * speed as f32);
                let layer = LayerId(u32::from(at[0] >= 16.0));
                return Some(Sample { id: CharacterId(id), at, layer, velocity, heading, radius: 0.2 });
            }
            left -= length;
        }
        None
    };
    let frame = |step: u64| {
        let time = step as f64 / FPS;
        Frame { step, time, samples: (1..=80).filter_map(|id| walker(id, time)).collect() }
    };
    (0..420).map(frame).collect()
}

#[test]
fn pedpy_agrees() {
    let folder = std::env::temp_dir().join(format!("throng-pedpy-{}", std::process::id()));
    let (mesh, frames) = (place(), frames());
    let mut whole = TrajectoryFile::create(&folder.join("run.sqlite"), &mesh, FPS).expect("it starts");
    let mut floors = FloorFiles::new(&folder.join("run"), &mesh, FPS);
    let mut all = Measurements::new(&mesh);
    let areas = [([5.5, 2.5], [7.9, 5.5]), ([10.3, 5.0], [13.0, 7.9])];
    for (low, high) in areas {
        let area = Area::rectangle(LayerId(0), low, high);
        all.add_area(&mesh, "area", area, Some(CutOff { radius: 1.0 }));
    }
    all.add_line("door", LayerId(0), DOOR);
    for frame in &frames {
        whole.add(&mesh, frame).expect("a frame");
        floors.add(frame).expect("a frame");
        all.add(frame);
    }
    whole.finish().expect("it ends");
    let paths = floors.finish().expect("they end");
    assert_eq!(paths.len(), 2, "two floors");
    let found = ask_pedpy(&paths[0], &paths[1], &folder.join("run.sqlite"));
    let _ = std::fs::remove_dir_all(&folder);

    let mut largest: f64 = 0.0;
    for (k, measured) in all.areas.iter().enumerate() {
        // PedPy's area of an area is that of its polygon, walkable or not.
        let polygon = measured.inside.zone().area().signed_area();
        let factor = measured.inside.zone().walkable() / polygon;
        let voronoi = measured.voronoi.as_ref().expect("it was wanted");
        let pairs = [("classic", measured.inside.density()), ("voronoi", voronoi.density())];
        for (name, series) in pairs {
            let theirs = numbers(&found["areas"][k][name]);
            // PedPy's first and last frames are those with anybody in them.
            let first = found["areas"][k]["first"].as_u64().expect("a frame") as usize;
            assert!(theirs.iter().any(|v| *v > 0.3), "somebody is there");
            for (index, theirs) in theirs.iter().enumerate() {
                let ours = series.values[first + index] * factor;
                let apart = (ours - theirs).abs();
                assert!(
                    apart < 1e-9,
                    "{name} density of area {k} in frame {}: {ours}, PedPy {theirs}",
                    first + index
                );
                largest = largest.max(apart);
            }
        }
    }
    let flow = &all.lines[0].flow;
    assert_eq!(flow.firsts().len(), 80, "everybody goes through the door");
    // Who comes back from the gallery has another id in the file, so PedPy counts all crossings.
    let theirs: Vec<u64> = numbers(&found["crossings"]).iter().map(|v| *v as u64).collect();
    assert_eq!(crossings(flow), theirs, "frames of crossings");
    assert!(theirs.len() > 85, "some come back");
    let ours = windows(flow, 20, frames.len() as u64 - 1);
    let theirs = numbers(&found["flow"]);
    assert_eq!(ours.len(), theirs.len(), "{ours:?} {theirs:?}");
    for (ours, theirs) in ours.iter().zip(&theirs) {
        assert!((ours - theirs).abs() < 1e-9, "flow: {ours}, PedPy {theirs}");
    }
    // What JuPedSim makes of the same files.
    assert_eq!(found["recording"]["frames"], frames.len());
    assert_eq!(found["recording"]["fps"], FPS);
    assert_eq!(found["recording"]["bounds"], serde_json::json!([0.0, 0.0, 20.0, 8.0]));
    assert_eq!(found["recording"]["characters"], frames[200].samples.len());
    assert_eq!(found["recording"]["geometry"], "Polygon", "the two layers touch");
    assert_eq!(found["gallery"]["is_valid"], true, "all places are in the polygon of their floor");
    assert!(largest < 1e-9, "{largest}");
}

/// The frames of all crossings, in order.
fn crossings(flow: &Flow) -> Vec<u64> {
    let mut seen: Vec<u64> = flow.crossings().iter().map(|c| (c.seen * FPS).round() as u64).collect();
    seen.sort_unstable();
    seen
}

/// PedPy's flow, of our crossings: windows of so many frames, each from the last crossing of the window before.
fn windows(flow: &Flow, length: u64, end: u64) -> Vec<f64> {
    let seen = crossings(flow);
    let Some(&start) = seen.first() else { return Vec::new() };
    let (mut flows, mut passed, mut before) = (Vec::new(), 0, start);
    let mut frame = start + length;
    while frame < end {
        let count = seen.iter().filter(|&&at| at <= frame).count();
        if count > passed {
            let last = seen[count - 1] + 1;
            flows.push((count - passed) as f64 / (last - before) as f64 * FPS);
            (passed, before) = (count, last);
        }
        frame += length;
    }
    flows
}

/// Runs the script and reads its answer.
fn ask_pedpy(rooms: &Path, gallery: &Path, whole: &Path) -> Value {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let python = here.join("../../target/venv/bin/python");
    let output = Command::new(&python)
        .arg(here.join("tests/pedpy_reads.py"))
        .args([rooms, gallery, whole])
        .output()
        .unwrap_or_else(|error| {
            panic!("{}: {error}. `make pedpy` installs what this test needs", python.display())
        });
    let [text, errors] =
        [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    assert!(output.status.success(), "`make pedpy` installs what this test needs. The script says: {errors}");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn numbers(list: &Value) -> Vec<f64> {
    let list = list.as_array().unwrap_or_else(|| panic!("not a list: {list}"));
    list.iter().map(|value| value.as_f64().expect("a number")).collect()
}
