//! Results of a made-up run, written and read again.

use std::path::PathBuf;

use rusqlite::Connection;
use throng_crowd::measure::{CutOff, Frame, Measurements, Sample};
use throng_crowd::scenario::Scenario;
use throng_crowd::task::Simulation;
use throng_crowd::{Area, CharacterId, Purpose, Random};
use throng_mesh::{Change, LayerId, LiveMesh, Mesh, Obstacle, sample};

use super::csv::{CsvFile, PedpyText};
use super::facts::RunFacts;
use super::floor_files::FloorFiles;
use super::outputs::{Extra, Outputs};
use super::report::report;
use super::sqlite::{CharacterRow, TrajectoryFile};
use super::summary::summary;
use super::tracks::Tracks;
use crate::trajectory::Trajectory;

/// A floor, a ramp and a floor above it.
fn place() -> Mesh {
    Mesh::build(&sample::floors()).expect("it is fine").mesh
}

/// Ten who walk from the floor over the ramp to the floor above, and back; the first one leaves after half of the time.
fn frames() -> Vec<Frame> {
    let walker = |id: u32, step: u64| {
        let mut random = Random::new(1, Purpose::Properties, id, 0);
        let (delay, y) = (random.unit() * 3.0, 1.2 + 0.2 * random.unit());
        // From x = 4.5 to x = 11 and back, at 1.3 m/s.
        let way = (1.3 * (0.1 * step as f64 - delay)).max(0.0) % 13.0;
        let (x, forward) = if way < 6.5 { (4.5 + way, 1.0) } else { (4.5 + 13.0 - way, -1.0) };
        let layer = LayerId(if x < 6.0 {
            0
        } else if x < 9.0 {
            1
        } else {
            2
        });
        let (velocity, heading) = ([1.3 * forward, 0.0], [forward, 0.0]);
        Sample { id: CharacterId(id), at: [x, y], layer, velocity, heading, radius: 0.2 }
    };
    let samples = |step: u64| (0..10).filter(|&id| id > 0 || step < 150).map(|id| walker(id, step)).collect();
    (0..300).map(|step| Frame { step, time: 0.1 * step as f64, samples: samples(step) }).collect()
}

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("throng-results-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn number(file: &Connection, query: &str) -> i64 {
    file.query_row(query, [], |row| row.get(0)).unwrap_or_else(|e| panic!("{query}: {e}"))
}

#[test]
fn a_file_of_trajectories() {
    let (mesh, folder) = (place(), Folder::new("whole"));
    let path = folder.0.join("new/run.sqlite");
    let all = frames();
    let mut file = TrajectoryFile::create(&path, &mesh, 10.0).expect("it starts");
    file.set_info("seed", "7").expect("a fact");
    for frame in &all {
        file.add(&mesh, frame).expect("a frame");
    }
    let row = CharacterRow { id: CharacterId(0), profile: "adult", radius: 0.2, speed: 1.3, entered: 0.0 };
    file.add_character(&row).expect("somebody");
    file.set_left(CharacterId(0), 15.0).expect("somebody");
    file.add_event(15.0, "left", Some(CharacterId(0)), "").expect("an event");
    file.finish().expect("it ends");
    let read = Connection::open(&path).expect("it is there");
    let rows: usize = all.iter().map(|frame| frame.samples.len()).sum();
    assert_eq!(number(&read, "SELECT count(*) FROM trajectory_data"), rows as i64);
    assert_eq!(number(&read, "SELECT count(*) FROM frame_data"), 300);
    assert_eq!(number(&read, "SELECT max(frame) FROM frame_data"), 299);
    assert_eq!(number(&read, "SELECT count(*) FROM geometry JOIN frame_data ON hash = geometry_hash"), 300);
    assert_eq!(number(&read, "SELECT count(*) FROM layers"), 3);
    let text = |query: &str| read.query_row(query, [], |row| row.get::<_, String>(0)).expect(query);
    assert_eq!(text("SELECT value FROM metadata WHERE key = 'fps'"), "10.0");
    assert_eq!(text("SELECT value FROM metadata WHERE key = 'version'"), "2");
    assert_eq!(text("SELECT value FROM metadata WHERE key = 'xmax'"), "12.0");
    assert_eq!(text("SELECT value FROM run_info WHERE key = 'seed'"), "7");
    // Every position is the same bits as in the frame, and as high as the surface.
    let mut query = read
        .prepare("SELECT frame, id, pos_x, pos_y, pos_z, layer FROM trajectory_data")
        .expect("it is there");
    let mut rows = query.query([]).expect("rows");
    while let Some(row) = rows.next().expect("a row") {
        let frame: usize = row.get(0).expect("a frame");
        let id: u32 = row.get(1).expect("an id");
        let sample = all[frame].samples.iter().find(|sample| sample.id.0 + 1 == id).expect("it is there");
        let [x, y, z] = [2, 3, 4].map(|k| row.get::<_, f64>(k).expect("a number"));
        assert_eq!(([x, y], row.get(5)), (sample.at, Ok(sample.layer.0)));
        assert_eq!(z, mesh.height(sample.position()));
    }
}

#[test]
fn an_interrupted_run_keeps_what_it_wrote() {
    let (mesh, folder) = (place(), Folder::new("interrupted"));
    let path = folder.0.join("run.sqlite");
    let mut file = TrajectoryFile::create(&path, &mesh, 10.0).expect("it starts");
    for frame in &frames()[..175] {
        file.add(&mesh, frame).expect("a frame");
    }
    // As if the program was killed: what is on the disk now is all there is.
    let (kept, journal) = (folder.0.join("kept.sqlite"), folder.0.join("run.sqlite-journal"));
    std::fs::copy(&path, &kept).expect("a copy");
    if journal.exists() {
        std::fs::copy(&journal, folder.0.join("kept.sqlite-journal")).expect("a copy");
    }
    drop(file);
    for path in [&path, &kept] {
        assert_eq!(Trajectory::open(path).expect("it is sound").num_frames, 150, "for replay");
        let read = Connection::open(path).expect("it is there");
        assert_eq!(number(&read, "SELECT count(*) FROM frame_data"), 150, "up to the last commit");
        assert_eq!(number(&read, "SELECT max(frame) FROM trajectory_data"), 149);
        let whole: String =
            read.query_row("PRAGMA integrity_check", [], |row| row.get(0)).expect("an answer");
        assert_eq!(whole, "ok");
    }
    // A place that changes during a run has a geometry for each of its states.
    let other = Mesh::build(&sample::field(1, 1)).expect("it is fine").mesh;
    let mut file = TrajectoryFile::create(&kept, &mesh, 10.0).expect("it starts");
    for (mesh, frame) in [&mesh, &other, &mesh].into_iter().zip(frames()) {
        file.set_place(mesh).expect("a place");
        file.add(mesh, &frame).expect("a frame");
    }
    file.finish().expect("it ends");
    let read = Connection::open(&kept).expect("it is there");
    assert_eq!(number(&read, "SELECT count(*) FROM geometry"), 2);
    assert_eq!(number(&read, "SELECT count(*) FROM frame_data JOIN geometry ON hash = geometry_hash"), 3);
    // A new run in the same place replaces it, and leaves nothing behind.
    TrajectoryFile::create(&path, &mesh, 5.0).expect("it starts").finish().expect("it ends");
    let read = Connection::open(&path).expect("it is there");
    assert_eq!(number(&read, "SELECT count(*) FROM frame_data"), 0);
}

#[test]
fn files_of_floors() {
    let (mesh, folder) = (place(), Folder::new("floors"));
    let all = frames();
    let mut files = FloorFiles::new(&folder.0.join("run"), &mesh, 10.0);
    all.iter().for_each(|frame| files.add(frame).expect("a frame"));
    let paths = files.finish().expect("they end");
    let names: Vec<&str> = paths.iter().filter_map(|path| path.file_name()?.to_str()).collect();
    assert_eq!(names, ["run.floor.sqlite", "run.ramp.sqlite", "run.above.sqlite"]);
    for (path, layer) in paths.iter().zip(0..) {
        let read = Connection::open(path).expect("it is there");
        let expected = all.iter().flat_map(|frame| &frame.samples).filter(|s| s.layer.0 == layer).count();
        assert_eq!(number(&read, "SELECT count(*) FROM trajectory_data"), expected as i64);
        assert_eq!(number(&read, "SELECT count(*) FROM frame_data"), 300, "frames without anybody, too");
        let gaps = "SELECT count(*) FROM (SELECT max(frame) - min(frame) + 1 - count(*) AS gap FROM trajectory_data GROUP BY id) WHERE gap != 0";
        assert_eq!(number(&read, gaps), 0, "no walk has a gap");
        assert_eq!(number(&read, "SELECT count(DISTINCT character) FROM visits"), 10);
        assert_eq!(number(&read, "SELECT count(*) FROM visits WHERE id < 4294967296 AND id != character"), 0);
        let wkt: String = read.query_row("SELECT wkt FROM geometry", [], |row| row.get(0)).expect("one");
        assert!(wkt.starts_with("POLYGON"), "{wkt}");
    }
    let ramp = Connection::open(&paths[1]).expect("it is there");
    assert!(number(&ramp, "SELECT count(*) FROM visits WHERE id >= 4294967296") > 10, "some come back");
}

#[test]
fn tables_of_text() {
    let mesh = place();
    let all = frames();
    let mut csv = CsvFile::new(Vec::new()).expect("it starts");
    let mut text = PedpyText::new(Vec::new(), 10.0).expect("it starts");
    for frame in &all[..20] {
        csv.add(&mesh, frame).expect("a frame");
        text.add(&mesh, frame).expect("a frame");
    }
    let csv = String::from_utf8(csv.finish().expect("it ends")).expect("text");
    assert_eq!(csv.lines().count(), 201);
    let columns = csv.lines().next().expect("a header").split(',').count();
    assert!(csv.lines().all(|line| line.split(',').count() == columns), "as many fields in each row");
    assert!(csv.contains(",floor,"), "names of layers");
    let text = String::from_utf8(text.finish().expect("it ends")).expect("text");
    assert!(text.starts_with("# framerate: 10.00\n# id frame x/m y/m z/m\n1 0 4.5000 1."), "{}", &text[..80]);
    assert_eq!(text.lines().count(), 202);
}

#[test]
fn a_summary_and_a_report() {
    let mesh = place();
    let mut all = Measurements::new(&mesh);
    all.add_area(
        &mesh,
        "hall <1>",
        Area::rectangle(LayerId(0), [4.0, 1.0], [6.0, 2.0]),
        Some(CutOff::default()),
    );
    all.add_line("foot of the ramp", LayerId(1), [[6.0, 1.0], [6.0, 3.0]]);
    all.add_queue("desk");
    let exit = all.add_exit("upstairs & out");
    let mut tracks = Tracks::new(3);
    for frame in frames() {
        if frame.step == 150 {
            all.trips.leave(CharacterId(0), 14.95, Some(exit));
        }
        all.add(&frame);
        all.add_queue_lengths(frame.time, &[frame.samples.len()]);
        tracks.add(&frame);
    }
    let settings = vec![("place".to_owned(), "a \"test\"".to_owned())];
    let facts = RunFacts {
        title: "A & B".to_owned(),
        seed: 7,
        duration: 30.0,
        step: 0.1,
        seconds: 0.5,
        interrupted: true,
        settings,
    };
    let value = summary(&mesh, &facts, &all);
    assert_eq!(value["characters"]["came"], 10);
    assert_eq!(value["characters"]["left"], 1);
    assert_eq!(value["characters"]["travel_time"]["median"], 14.95);
    assert_eq!(value["exits"][0]["count"], 1);
    assert_eq!(value["areas"][0]["walkable"], 2.0);
    assert_eq!(value["queues"][0]["most"], 10.0);
    assert!(value["lines"][0]["forward"].as_u64().is_some_and(|n| n >= 10), "{}", value["lines"]);
    assert!(
        value["service"]["densest"].as_array().is_some_and(|list| list.len() == 3),
        "{}",
        value["service"]
    );
    assert_eq!(value["seed"], 7);
    let page = report(&mesh, &facts, &all, &tracks);
    assert!(!page.contains("hall <1>") && page.contains("hall &lt;1&gt;"), "text is escaped");
    assert!(!page.contains("NaN") && !page.contains("inf"), "only numbers");
    assert!(!page.contains("src=") && !page.contains("href="), "nothing from elsewhere");
    // Every picture and plot in it is XML.
    let mut count = 0;
    for part in page.split("<svg").skip(1) {
        let end = part.find("</svg>").expect("it ends") + 6;
        let svg = format!("<svg{}", &part[..end]);
        roxmltree::Document::parse(&svg).unwrap_or_else(|e| panic!("{e}: {}", &svg[..svg.len().min(300)]));
        count += 1;
    }
    assert!(count >= 3 * 3 + 7, "{count} pictures and plots");
    // For a look at it.
    if let Some(path) = std::env::var_os("THRONG_REPORT") {
        std::fs::write(path, page).expect("it is written");
    }
}

/// A short run over a ramp, while a box comes and goes, and a run that goes on with it.
#[test]
fn a_run_is_read_again_as_it_was() {
    let folder = Folder::new("again");
    let text = r#"
        throng = 1
        name = "over the ramp"
        place = "floors"
        duration = 20
        [profiles.adult]
        [profiles.child]
        radius = 0.15
        [exits.above]
        layer = "above"
        rectangle = [[11, 0], [12, 4]]
        [[agendas.leave]]
        exit = "above"
        [[sources]]
        area = { layer = "floor", rectangle = [[0, 0], [6, 4]] }
        number = 8
        profile = { adult = 0.5, child = 0.5 }
    "#;
    let scenario = Scenario::from_toml(text).unwrap_or_else(|problems| panic!("{problems:?}"));
    let live = LiveMesh::build(&sample::floors()).expect("it is fine");
    let mut simulation = Simulation::new(scenario, live).unwrap_or_else(|problems| panic!("{problems:?}"));
    let extra = Extra { csv: false, text: false };
    for file in ["trajectories.sqlite", "trajectories-from-8.0s.sqlite"] {
        let mut outputs = Outputs::new(&folder.0, &simulation, extra).expect("it starts");
        let mut expected = Vec::new();
        for step in 0..=80 {
            if step > 0 {
                if step == 20 {
                    let box_ = [[4.0, 3.0], [5.0, 3.0], [5.0, 3.5], [4.0, 3.5]].to_vec();
                    let come = Change::Insert(Obstacle::new(LayerId(0), box_));
                    simulation.crowd.change(&[come]).expect("it makes sense");
                }
                simulation.step();
                outputs.step(&simulation).expect("a step");
            }
            let crowd = &simulation.crowd;
            // A frame is every half second.
            if step % 5 > 0 {
                continue;
            }
            let all: Vec<_> = crowd
                .iter()
                .map(|own| {
                    let name = crowd.profile(own.profile()).name.clone();
                    (own.id().0 + 1, own.position(), own.height(), own.heading(), own.radius(), name)
                })
                .collect();
            expected.push(all);
        }
        let mesh = simulation.crowd.mesh();
        outputs.finish(mesh, &RunFacts::default()).expect("it ends");
        let mut read = Trajectory::open(&folder.0.join(file)).expect("it is sound");
        assert_eq!((read.fps, read.first_frame, read.num_frames), (2.0, 0, 17), "{file}");
        assert_eq!(read.scene().expect("a place"), sample::floors(), "without what came since");
        for (index, expected) in expected.iter().enumerate() {
            let frame = read.frame(index).expect("a frame");
            assert_eq!(frame.len(), expected.len(), "{file}, frame {index}");
            for (body, (id, position, height, heading, radius, name)) in frame.iter().zip(expected) {
                assert_eq!((body.id, body.at, body.layer), (*id, position.at, position.layer.0), "{index}");
                assert_eq!((body.z, body.radius), (Some(*height), *radius), "{file}, frame {index}");
                assert_eq!(&read.profiles[usize::from(body.profile)], name, "{file}, frame {index}");
                let off = [0, 1].map(|k| (body.heading[k] - heading[k]).abs());
                assert!(off[0] < 1e-6 && off[1] < 1e-6, "{:?}, not {heading:?}", body.heading);
            }
        }
        assert!(expected.iter().any(|frame| !frame.is_empty()), "somebody was there");
    }
}
