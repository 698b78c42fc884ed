//! 3D models, by the program: two storeys with stairs between them become layers in which one can walk.

mod support;

use serde_json::Value;
use support::{FLOORS, Folder, json, throng};

/// Boxes and sheets as an OBJ file with z up.
#[derive(Default)]
struct Obj {
    vertices: Vec<[f64; 3]>,
    text: String,
}

impl Obj {
    fn part(mut self, name: &str) -> Self {
        self.text.push_str(&format!("o {name}\n"));
        self
    }

    /// A solid box.
    fn solid(mut self, [x, y, z]: [f64; 3], [a, b, c]: [f64; 3]) -> Self {
        let first = self.vertices.len() + 1;
        for k in 0..8 {
            let pick = |bit: usize, low: f64, high: f64| if k & bit == 0 { low } else { high };
            self.vertices.push([pick(1, x, a), pick(2, y, b), pick(4, z, c)]);
        }
        for face in [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]] {
            let corners: Vec<String> = face.iter().map(|corner| (first + corner).to_string()).collect();
            self.text.push_str(&format!("f {}\n", corners.join(" ")));
        }
        self
    }

    fn text(&self) -> String {
        let vertices: String = self.vertices.iter().map(|[x, y, z]| format!("v {x} {y} {z}\n")).collect();
        format!("{vertices}{}", self.text)
    }
}

/// Two storeys, 3.2 m apart, with 20 steps of 0.16 m between them, and a cupboard with a top that is too small to be kept.
fn house() -> String {
    let mut house = Obj::default()
        .part("ground")
        .solid([0.0, 0.0, -0.2], [14.0, 6.0, 0.0])
        .part("cupboard")
        .solid([1.0, 1.0, 0.0], [1.6, 1.6, 1.2])
        .part("upper")
        .solid([14.0, 0.0, 3.0], [20.0, 6.0, 3.2])
        .part("gallery")
        .solid([0.0, 4.0, 3.0], [14.0, 6.0, 3.2])
        .part("stairs");
    // From x = 8 to x = 14, 0.3 m each; they are in front of the gallery.
    for k in 0..20 {
        let x = 8.0 + 0.3 * f64::from(k);
        house = house.solid([x, 1.0, 0.0], [x + 0.3, 3.0, 0.16 * f64::from(k + 1)]);
    }
    house.text()
}

const Z: [&str; 2] = ["--up", "z"];

#[test]
fn a_house_becomes_a_place() {
    let folder = Folder::new("extract");
    let (model, scene) = (folder.with("house.obj", &house()), folder.file("out/house.json"));
    let mesh = folder.file("house.ecm");
    let facts = json(&[&["extract", &model, "--json", "--out", &scene, "--mesh", &mesh][..], &Z].concat());
    assert_eq!(facts["model"]["parts"], 5, "{facts}");
    assert_eq!(facts["components"].as_array().map(Vec::len), Some(1), "one can get everywhere: {facts}");
    assert_eq!(facts["components"][0]["heights"], serde_json::json!([0.0, 3.2]), "{facts}");
    // Ground without cupboard and what is too low below the stairs, the stairs, the upper floor and the gallery.
    let area = facts["area"].as_f64().expect("an area");
    assert!((14.0 * 6.0 - 0.36 + 6.0 * 6.0 + 14.0 * 2.0 - area).abs() < 0.05, "{area}");
    let layers = facts["layers"].as_array().expect("layers");
    assert!(
        layers.len() >= 2 && facts["connections"].as_array().is_some_and(|all| !all.is_empty()),
        "{facts}"
    );
    assert!(facts["seconds"]["total"].is_number() && facts["memory"].is_number(), "{facts}");
    // The other verbs take it from there.
    let checked = json(&["check", &scene, "--json"]);
    assert_eq!(checked["ok"], true, "{checked}");
    let built = json(&["build", &scene, "--json", "--verify"]);
    assert_eq!(built["components"], 1, "{built}");
    assert!((built["area"].as_f64().expect("an area") - area).abs() < 1e-3, "{built}");
    assert_eq!(
        json(&["build", &mesh, "--json"])["cells"],
        built["cells"],
        "the mesh is the one that was saved"
    );
    // A route from the ground to the gallery.
    let layer_at = |x: f64, y: f64, height: f64| {
        let names = layers.iter().map(|layer| layer["id"].as_str().expect("a name"));
        let found = names.into_iter().find(|name| {
            let request = format!("{{\"op\":\"locate\",\"at\":[{x},{y}],\"layer\":\"{name}\"}}\n");
            let answer: Value =
                serde_json::from_str(&throng(&["query", &scene], &request).stdout).expect("JSON");
            answer["walkable"] == true
                && (answer["height"].as_f64().unwrap_or(f64::NAN) - height).abs() < 1e-6
        });
        found.unwrap_or_else(|| panic!("nothing at {x}, {y}, {height}")).to_owned()
    };
    let (low, high) = (layer_at(5.0, 5.0, 0.0), layer_at(5.0, 5.0, 3.2));
    let route = format!(
        "{{\"op\":\"route\",\"from\":[5,5],\"from_layer\":\"{low}\",\"to\":[5,5],\"to_layer\":\"{high}\"}}\n"
    );
    let answer: Value = serde_json::from_str(&throng(&["query", &scene], &route).stdout).expect("JSON");
    assert_eq!(answer["found"], true, "{answer}");
    assert!(answer["length"].as_f64() > Some(15.0), "over the stairs: {answer}");
}

#[test]
fn summaries_and_standard_output() {
    let folder = Folder::new("extract-words");
    let model = folder.with("house.obj", &house());
    let out = folder.file("house.geojson");
    let told = throng(&[&["extract", &model, "--out", &out, "--vary"][..], &Z].concat(), "");
    assert_eq!(told.code, 0, "{}", told.stderr);
    for word in
        ["walkable", "1 component", "layers", "settings   slope 45°", "times", "written", "if         "]
    {
        assert!(told.stdout.contains(word), "no {word}: {}", told.stdout);
    }
    // Without --out the scene is on standard output, and nothing else.
    let plain = throng(&[&["extract", &model][..], &Z].concat(), "");
    let scene: Value = serde_json::from_str(&plain.stdout).expect("a scene");
    assert_eq!((plain.code, &scene["throng"]), (0, &1.into()), "{}", plain.stderr);
    assert!(plain.stderr.contains("walkable"), "{}", plain.stderr);
    // The same on any number of threads.
    let one = throng(&[&["extract", &model, "--threads", "1"][..], &Z].concat(), "");
    assert_eq!(one.stdout, plain.stdout, "the same bytes");
}

#[test]
fn options_decide() {
    let folder = Folder::new("extract-options");
    let model = folder.with("house.obj", &house());
    let facts = |more: &[&str]| json(&[&["extract", &model, "--json"][..], &Z, more].concat());
    let parts = |facts: &Value| facts["components"].as_array().map_or(0, Vec::len);
    let all = facts(&[]);
    // Steps that are too high take the stairs apart.
    let low = facts(&["--step", "0.1"]);
    assert!(parts(&low) > 1, "{low}");
    let reached = facts(&["--step", "0.1", "--from", "1,5,0.5"]);
    assert_eq!(parts(&reached), 1, "{reached}");
    assert!(reached["area"].as_f64() < low["area"].as_f64(), "{reached}");
    // A climber gets onto the cupboard.
    let climber = facts(&["--step", "1.3"]);
    assert!(climber["area"].as_f64() > all["area"].as_f64().map(|area| area + 0.3), "{climber}");
    // A giant does not fit under the gallery.
    let giant = facts(&["--head-room", "3.1"]);
    assert!(giant["area"].as_f64() < all["area"].as_f64().map(|area| area - 20.0), "{giant}");
    // In millimeters it is a dollhouse, and nothing of it is left.
    let small = throng(&[&["extract", &model, "--unit", "mm"][..], &Z].concat(), "");
    assert_eq!(small.code, 1, "{}", small.stdout);
    // Nothing in it says what rooms are.
    let rooms = facts(&["--room-floors"]);
    assert_eq!(rooms["area"], all["area"], "{rooms}");
    assert!(rooms["notes"].to_string().contains("no rooms"), "{rooms}");
    // By voxels it is about the same.
    let voxels = facts(&["--voxel", "--cell", "0.1"]);
    assert_eq!(parts(&voxels), 1, "{voxels}");
    let [exact, rough] = [&all, &voxels].map(|facts| facts["area"].as_f64().expect("an area"));
    assert!((exact - rough).abs() < 0.05 * exact, "{exact} and {rough}");
}

#[test]
fn what_is_wrong_is_told_with_a_way_out() {
    let folder = Folder::new("extract-wrong");
    let refuse = |arguments: &[&str], words: &[&str]| {
        let answer = throng(arguments, "");
        assert_eq!((answer.code, answer.stdout.as_str()), (1, ""), "{arguments:?}: {}", answer.stderr);
        words.iter().for_each(|word| assert!(answer.stderr.contains(word), "no {word}: {}", answer.stderr));
    };
    let empty = folder.with("empty.obj", "# nothing\n");
    refuse(&["extract", &empty], &["empty.obj"]);
    refuse(&["extract", &folder.file("none.obj")], &["none.obj"]);
    let wall = folder.with("wall.obj", "v 0 0 0\nv 4 0 0\nv 4 0 3\nv 0 0 3\nf 1 2 3 4\n");
    refuse(&["extract", &wall, "--up", "z"], &["wall.obj", "no walkable surface"]);
    let text = folder.with("text.txt", "hello");
    refuse(&["extract", &text], &["text.txt", ".obj"]);
    let scene = folder.with("floors.json", FLOORS);
    refuse(&["extract", &scene], &["floors.json", "format"]);
    let model = folder.with("house.obj", &house());
    refuse(&["extract", &model, "--out", &folder.file("x.png")], &["x.png", ".geojson"]);
    // A folder that is not there and cannot be made: nothing half-written is left.
    let out = folder.file("house.obj/house.json");
    refuse(&["extract", &model, "--up", "z", "--out", &out], &["cannot make", "house.obj"]);
    let left = std::fs::read_dir(&folder.0).expect("the folder").count();
    assert_eq!(left, 5, "only what was put there");
    // Verbs that take places do not guess.
    for verb in ["check", "build", "query"] {
        refuse(&[verb, &model], &["house.obj", "throng extract"]);
    }
    refuse(&["convert", &model, &folder.file("a.json")], &["throng extract"]);
}

#[test]
fn models_are_drawn() {
    let folder = Folder::new("extract-draw");
    let (model, out) = (folder.with("house.obj", &house()), folder.file("house.svg"));
    let draw = |more: &[&str]| {
        let arguments = [&["draw", &model, "--out", &out][..], &Z, more].concat();
        let answer = throng(&arguments, "");
        assert_eq!(answer.code, 0, "{arguments:?}: {}", answer.stderr);
        std::fs::read_to_string(&out).expect("a picture")
    };
    let plain = draw(&[]);
    for view in ["side-by-side", "oblique"] {
        let colored = draw(&["--layers", "--view", view]);
        assert!(colored.contains("#a9cdf0") && colored.contains("#f6c79b"), "two layers have colors");
        assert!(colored.contains("#d6293e"), "connections are drawn");
    }
    assert!(!plain.contains("#a9cdf0"), "colors only if they are asked for");
    assert_ne!(draw(&["--head-room", "3.1"]), plain, "settings count");
}

#[cfg(unix)]
#[test]
fn an_interruption_leaves_nothing_behind() {
    use std::process::{Command, Stdio};
    // So much that it takes seconds: hills of two triangles a meter.
    let folder = Folder::new("extract-interrupted");
    let side = 260_u32;
    let mut text = String::new();
    for y in 0..side {
        for x in 0..side {
            text.push_str(&format!("v {x} {y} {}\n", f64::from((x * x + 3 * y + x * y) % 5) / 8.0));
        }
    }
    for y in 0..side - 1 {
        for x in 1..side {
            let corner = y * side + x;
            text.push_str(&format!("f {} {} {} {}\n", corner, corner + 1, corner + side + 1, corner + side));
        }
    }
    let (model, out) = (folder.with("hills.obj", &text), folder.file("hills.json"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_throng"))
        .args(["extract", &model, "--out", &out, "--up", "z", "--vary"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    std::thread::sleep(std::time::Duration::from_millis(500));
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(status.success(), "it was still running");
    let ended = child.wait().expect("it ends");
    let mut words = String::new();
    std::io::Read::read_to_string(child.stderr.as_mut().expect("piped"), &mut words).expect("words");
    assert_eq!(ended.code(), Some(1), "{words}");
    assert!(words.contains("interrupted; nothing was written"), "{words}");
    assert_eq!(std::fs::read_dir(&folder.0).expect("the folder").count(), 1, "only the model");
}
