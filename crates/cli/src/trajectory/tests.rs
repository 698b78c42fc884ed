use rusqlite::params;
use throng_mesh::{LayerId, Mesh, Position};

use super::*;

struct File(PathBuf);

impl File {
    fn new(name: &str) -> Self {
        let name = format!("throng-trajectory-{name}-{}.sqlite", std::process::id());
        let own = Self(std::env::temp_dir().join(name));
        let _ = std::fs::remove_file(&own.0);
        own
    }

    fn write(&self, statements: &str) {
        let connection = Connection::open(&self.0).expect("a file");
        connection.execute_batch(statements).expect(statements);
    }

    fn error(&self) -> String {
        format!("{:#}", Trajectory::open(&self.0).expect_err("something is wrong"))
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// As jupedsim 1.4.2 writes it.
const JUPEDSIM: &str = "
    CREATE TABLE trajectory_data (frame INTEGER NOT NULL, id INTEGER NOT NULL, pos_x REAL NOT NULL,
        pos_y REAL NOT NULL, ori_x REAL NOT NULL, ori_y REAL NOT NULL);
    CREATE TABLE metadata (key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);
    CREATE TABLE geometry (hash INTEGER NOT NULL, wkt TEXT NOT NULL);
    CREATE UNIQUE INDEX geometry_hash ON geometry(hash);
    CREATE TABLE frame_data (frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL);
    CREATE INDEX frame_id_idx ON trajectory_data(frame, id);
    INSERT INTO metadata VALUES ('version', '2'), ('fps', '20.0'), ('xmin', '0.0'), ('xmax', '10.0'),
        ('ymin', '0.0'), ('ymax', '5.0');
    INSERT INTO geometry VALUES (-77, 'POLYGON ((0 0, 10 0, 10 5, 0 5, 0 0), (4 2, 4 3, 6 3, 6 2, 4 2))');
    INSERT INTO frame_data VALUES (0, -77), (1, -77), (2, -77);
    INSERT INTO trajectory_data VALUES (0, 2, 1.5, 1.25, 0.0, 0.0), (0, 1, 1.0, 1.0, 0.0, 0.0),
        (1, 1, 1.0625, 1.0, 1.0, 0.0), (1, 2, 1.5, 1.3125, 0.0, 1.0);";

#[test]
fn a_file_of_jupedsim() {
    let file = File::new("jupedsim");
    file.write(JUPEDSIM);
    let mut read = Trajectory::open(&file.0).expect("it is sound");
    assert_eq!((read.fps, read.first_frame, read.num_frames), (20.0, 0, 3));
    assert_eq!(read.profiles, ["character"]);
    let body = |id, at, heading| Body { id, at, z: None, layer: 0, heading, radius: 0.2, profile: 0 };
    let none = [0.0, 0.0];
    let first = [body(1, [1.0, 1.0], none), body(2, [1.5, 1.25], none)];
    assert_eq!(read.frame(0).expect("a frame"), first);
    let second = [body(1, [1.0625, 1.0], [1.0, 0.0]), body(2, [1.5, 1.3125], [0.0, 1.0])];
    assert_eq!(read.frame(1).expect("a frame"), second);
    assert_eq!(read.frame(2).expect("a frame"), [], "nobody is there any more");
    let error = format!("{:#}", read.frame(3).expect_err("there are three"));
    assert!(error.contains("3 frames") && error.contains("jupedsim"), "{error}");
    let mesh = Mesh::build(&read.scene().expect("a place")).expect("it makes a mesh").mesh;
    assert!((mesh.area() - 48.0).abs() < 1e-9, "without the hole");
    assert!(mesh.locate(Position::new([5.0, 2.5], LayerId(0)), None).is_none(), "the hole");
}

#[test]
fn a_file_of_version_1() {
    let file = File::new("one");
    file.write(JUPEDSIM);
    file.write(
        "DROP TABLE frame_data; DROP TABLE geometry; CREATE TABLE geometry (wkt TEXT NOT NULL);
         INSERT INTO geometry VALUES ('MULTIPOLYGON (((0 0, 9 0, 9 9, 0 9, 0 0)), ((20 0, 21 0, 21 1, 20 1, 20 0)))');
         UPDATE metadata SET value = '1' WHERE key = 'version'; UPDATE trajectory_data SET frame = frame + 7;",
    );
    let mut read = Trajectory::open(&file.0).expect("it is sound");
    assert_eq!((read.first_frame, read.num_frames), (7, 2));
    assert_eq!(read.frame(1).expect("a frame")[0].at, [1.0625, 1.0]);
    let mesh = Mesh::build(&read.scene().expect("a place")).expect("it makes a mesh").mesh;
    assert!((mesh.area() - 82.0).abs() < 1e-9, "{}", mesh.area());
}

/// What programs from before scenes were kept have written, and files of single floors.
#[test]
fn layers_profiles_and_those_who_come_back() {
    let file = File::new("layers");
    file.write(JUPEDSIM);
    file.write(
        "ALTER TABLE trajectory_data ADD COLUMN pos_z REAL NOT NULL DEFAULT 2.5;
         ALTER TABLE trajectory_data ADD COLUMN layer INTEGER NOT NULL DEFAULT 1;
         CREATE TABLE agents (id INTEGER NOT NULL PRIMARY KEY, profile TEXT NOT NULL, radius REAL NOT NULL,
            speed REAL NOT NULL, entered REAL NOT NULL, left REAL);
         INSERT INTO agents VALUES (1, 'child', 0.15, 1.0, 0.0, NULL), (2, 'adult', 0.25, 1.3, 0.0, 0.1);
         CREATE TABLE layers (layer INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, wkt TEXT NOT NULL);
         INSERT INTO layers VALUES (0, 'ground', 'POLYGON ((0 0, 10 0, 10 5, 0 5, 0 0))'),
            (1, 'above', 'GEOMETRYCOLLECTION (POLYGON ((0 0, 5 0, 5 5, 0 5)), POLYGON ((6 0, 8 0, 8 5)))');
         INSERT INTO trajectory_data VALUES (2, 4294967296, 1, 1, 0, 3, 0.5, 0), (2, 3, 2, 2, 1, 0, 0.5, 0);",
    );
    let mut read = Trajectory::open(&file.0).expect("it is sound");
    assert_eq!(read.profiles, ["child", "adult"]);
    let one = read.frame(1).expect("a frame");
    assert_eq!((one[0].radius, one[0].profile, one[1].radius, one[1].profile), (0.15, 0, 0.25, 1));
    assert_eq!((one[0].z, one[0].layer), (Some(2.5), 1));
    let two = read.frame(2).expect("a frame");
    assert_eq!((two[0].id, two[0].radius, two[1].id, two[1].heading), (3, 0.2, u32::MAX, [0.0, 1.0]));
    let scene = read.scene().expect("a place");
    assert_eq!(scene.layers.iter().map(|layer| layer.id.as_str()).collect::<Vec<_>>(), ["ground", "above"]);
    let mesh = Mesh::build(&scene).expect("it makes a mesh").mesh;
    assert!((mesh.area() - 80.0).abs() < 1e-9, "{}", mesh.area());
}

#[test]
fn what_is_wrong_is_told() {
    let file = File::new("wrong");
    let missing = file.error();
    assert!(missing.contains("wrong") && missing.contains("cannot read"), "{missing}");
    std::fs::write(&file.0, "id frame x y\n1 0 1.0 1.0\n".repeat(40)).expect("a file");
    assert!(file.error().contains("no SQLite file"), "{}", file.error());
    // One statement each, on a sound file.
    let wrong = [
        ("DROP TABLE trajectory_data", "no table `trajectory_data`"),
        ("ALTER TABLE trajectory_data RENAME COLUMN ori_x TO angle", "no column `ori_x`"),
        ("DROP TABLE metadata", "no table `metadata`"),
        ("DELETE FROM metadata WHERE key = 'version'", "no `version`"),
        ("UPDATE metadata SET value = '3' WHERE key = 'version'", "version `3`"),
        ("UPDATE metadata SET value = 'quick' WHERE key = 'fps'", "frames a second"),
        ("UPDATE metadata SET value = 'NaN' WHERE key = 'fps'", "frames a second"),
        ("UPDATE metadata SET value = x'ff00' WHERE key = 'fps'", "text"),
        ("DELETE FROM frame_data", "no frames"),
        ("DROP TABLE frame_data", "no table `frame_data`"),
        ("UPDATE frame_data SET frame = 9223372036854775807 WHERE frame = 2", "frames go from"),
        ("UPDATE frame_data SET frame = 'x'", "its frames"),
        (
            "ALTER TABLE trajectory_data RENAME TO t; CREATE VIEW trajectory_data AS WITH RECURSIVE r(frame) AS
             (SELECT 0 UNION ALL SELECT 0 FROM r) SELECT frame, frame AS id, 0 AS pos_x, 0 AS pos_y, 0 AS ori_x,
             0 AS ori_y FROM r",
            "no table `trajectory_data`",
        ),
        ("CREATE TABLE agents (id, profile, radius); INSERT INTO agents VALUES (1, NULL, 0.2)", "profile"),
        ("CREATE TABLE agents (id, profile, radius); INSERT INTO agents VALUES (1, 'a', 1e300)", "radius"),
    ];
    for (statement, expected) in wrong {
        let _ = std::fs::remove_file(&file.0);
        file.write(JUPEDSIM);
        file.write(statement);
        let error = file.error();
        assert!(error.contains(expected) && error.contains("trajectory-wrong"), "{statement}: {error}");
    }
    // Of a frame, or of the place.
    let wrong = [
        ("UPDATE trajectory_data SET pos_x = 9e999", "nowhere"),
        ("UPDATE trajectory_data SET pos_x = 'far'", "character"),
        ("UPDATE trajectory_data SET id = -1 WHERE id = 1", "no id"),
        ("UPDATE trajectory_data SET id = 1", "twice"),
        ("UPDATE geometry SET wkt = 'POLYGON ((0 0, 1'", "the place"),
        ("UPDATE geometry SET wkt = ''", "the place"),
        ("DELETE FROM geometry", "no geometry"),
        ("CREATE TABLE layers (layer, name, wkt); INSERT INTO layers VALUES (5, 'x', '')", "no layer 0"),
        ("CREATE TABLE run_info (key, value); INSERT INTO run_info VALUES ('scene', '{')", "the place"),
    ];
    for (statement, expected) in wrong {
        let _ = std::fs::remove_file(&file.0);
        file.write(JUPEDSIM);
        file.write(statement);
        let mut read = Trajectory::open(&file.0).expect("it opens");
        let error = read.frame(0).map(|_| ()).and_then(|()| read.scene().map(|_| ()));
        let error = format!("{:#}", error.expect_err("something is wrong"));
        assert!(error.contains(expected) && error.contains("trajectory-wrong"), "{statement}: {error}");
    }
}

/// Whatever happens to the bytes of a file, it is read or refused.
#[test]
fn damaged_files_are_refused_or_read() {
    let file = File::new("damaged");
    file.write(JUPEDSIM);
    let sound = std::fs::read(&file.0).expect("a file");
    let mut opened = 0;
    for seed in 0..600_usize {
        let mut bytes = sound.clone();
        for k in 0..1 + seed % 4 {
            let at = (seed * 7919 + k * 104_729) % bytes.len();
            bytes[at] = bytes[at].wrapping_add((1 + seed % 255) as u8);
        }
        if seed % 5 == 0 {
            bytes.truncate(seed * 31 % sound.len());
        }
        std::fs::write(&file.0, &bytes).expect("a file");
        if let Ok(mut read) = Trajectory::open(&file.0) {
            opened += 1;
            let _ = read.scene();
            (0..read.num_frames.min(4)).for_each(|index| drop(read.frame(index)));
        }
    }
    assert!(opened > 100, "most bytes do not matter: {opened}");
}

#[test]
fn a_large_frame_is_quick() {
    let file = File::new("large");
    file.write(JUPEDSIM);
    let connection = Connection::open(&file.0).expect("a file");
    connection.execute_batch("BEGIN").expect("a transaction");
    {
        let mut insert =
            connection.prepare("INSERT INTO trajectory_data VALUES (?, ?, ?, ?, 1, 0)").expect("it fits");
        for frame in 10..14 {
            for id in 1..=50_000 {
                insert.execute(params![frame, id, f64::from(id), 1.5]).expect("a row");
            }
        }
    }
    connection.execute_batch("INSERT INTO frame_data VALUES (13, -77); COMMIT").expect("a transaction");
    let mut read = Trajectory::open(&file.0).expect("it is sound");
    let start = std::time::Instant::now();
    assert_eq!(read.frame(12).expect("a frame").len(), 50_000);
    // 12 to 18 ms; machines may be busy.
    assert!(start.elapsed().as_secs_f64() < 2.0, "{:?}", start.elapsed());
}
