//! Each mistake that a scene file can have, and exactly what is said about it.

use throng_import::read_scene;
use throng_mesh::{ConnectionId, LayerId, Part};

use crate::common::said;

/// A scene with one layer, whose members from the third line on are given.
fn layer(members: &str) -> String {
    format!("{{\"throng\": 1, \"layers\": [\n{{\"id\": \"ground\",\n{members}}}]}}")
}

fn check(text: &str, expected: &[&str]) {
    assert_eq!(said(&read_scene(text)), expected, "{text}");
}

#[test]
fn nothing_is_said_about_a_good_file() {
    let text = r#"{ "throng": 1, "name": "two floors",
      "layers": [
        { "id": "ground",
          "walkable":  [ [[0,0],[20,0],[20,10],[0,10]] ],
          "obstacles": [ [[4,4],[6,4],[6,6]], [[9,1],[9,8]], [[12,5]] ],
          "openings":  [],
          "regions":   [ { "label": "grass", "polygon": [[0,0],[5,0],[5,2]] } ] },
        { "id": "ramp", "walkable": [ [[20,2,0],[30,2,3],[30,5,3],[20,5,0]] ] } ],
      "connections": [ { "between": ["ground","ramp"], "segment": [[20,2],[20,5]] } ] }"#;
    let read = read_scene(text);
    assert_eq!(said(&read), [""; 0]);
    assert_eq!(read.scene.name, "two floors");
    assert_eq!(read.scene.layers[0].obstacles[1], [[9.0, 1.0, 0.0], [9.0, 8.0, 0.0]]);
    assert_eq!(read.scene.layers[1].walkable[0][1], [30.0, 2.0, 3.0]);
    assert_eq!(read.scene.connections[0].between, [LayerId(0), LayerId(1)]);
    assert_eq!(read.lines.layers[&LayerId(1)], 8);
    assert_eq!(read.lines.rings[&(LayerId(0), Part::Obstacle(2))], [5]);
    assert_eq!(read.lines.rings[&(LayerId(0), Part::Region(0))], [7, 7, 7]);
    assert_eq!(read.lines.connections[&ConnectionId(0)], 9);
}

#[test]
fn the_version_is_asked_for() {
    let ok = "\"layers\": [{\"id\": \"a\"}]}";
    check(
        &format!("{{{ok}"),
        &["line 1: error: `throng`, the version of the format, is missing; write \"throng\": 1"],
    );
    check(
        &format!("{{\n\"throng\": 2, {ok}"),
        &["line 2: error: version 2 of the format is not known; this program reads version 1; \
           use a newer program, or write the file as version 1"],
    );
    check(
        &format!("{{\"throng\": \"1\", {ok}"),
        &["line 1: error: `throng` must be the number 1, and is a text; write \"throng\": 1"],
    );
}

#[test]
fn what_is_missing_is_told() {
    check("{\"throng\": 1}", &["line 1: error: the scene has no `layers`; add a layer with a walkable ring"]);
    let name = "give it a name of its own: \"id\": \"ground\"";
    check(
        "{\"throng\": 1, \"layers\": [{},\n{\"id\": \"\"}, {\"id\": 7}]}",
        &[
            &format!("line 1: error: layer 0: the layer has no `id`; {name}"),
            &format!("line 2: error: layer 1: the `id` of the layer is empty; {name}"),
            &format!("line 2: error: layer 2: `id` must be a text, and is a number; {name}"),
        ],
    );
    check(
        &layer("\"regions\": [{}]"),
        &[
            "line 3: error: layer \"ground\", region 0: the region has no `label`; say what it is: \"label\": \"grass\"",
            "line 3: error: layer \"ground\", region 0: the region has no `polygon`; \
             say where it is: \"polygon\": [[0, 0], [4, 0], [4, 3]]",
        ],
    );
    check(
        "{\"throng\": 1, \"layers\": [{\"id\": \"a\"}],\n\"connections\": [{}]}",
        &[
            "line 2: error: connection 0: the connection has no `between`; name the two layers: \"between\": [\"ground\", \"ramp\"]",
            "line 2: error: connection 0: the connection has no `segment`; give its two ends: \"segment\": [[20, 2], [20, 5]]",
        ],
    );
}

#[test]
fn wrong_types_are_told() {
    check("[1]", &["line 1: error: a scene must be an object, and is a list; write { \"throng\": … }"]);
    check(
        "{\"throng\": 1, \"name\": 5, \"layers\": {}}",
        &[
            "line 1: error: `name` must be a text, and is a number; put it in double quotes",
            "line 1: error: `layers` must be a list, and is an object; put it in square brackets: […]",
        ],
    );
    let lines = layer("\"walkable\": [\n5,\n[0, 0],\n[[0,0],\n7]]");
    check(
        &lines,
        &[
            "line 4: error: layer \"ground\", walkable 0: a ring must be a list, and is a number; put it in square brackets: […]",
            "line 5: error: layer \"ground\", walkable 1: expected a ring, and found a single corner; \
             a ring is a list of corners: [[0, 0], [4, 0], [4, 3]]",
            "line 7: error: layer \"ground\", walkable 2, vertex 1: a corner must be a list of two or three numbers, \
             and is a number; write [x, y] or [x, y, height]",
        ],
    );
}

#[test]
fn corners_have_two_or_three_finite_numbers() {
    let corners =
        "\"obstacles\": [[[0,0]],\n[[1,1],\n[2],\n[1,2,3,4],\n[1,\"2\"],\n[1e999,0],\n[0,0,-1e999]]]";
    let write = "write [x, y] or [x, y, height]";
    let place = "layer \"ground\", obstacle 1";
    check(
        &layer(corners),
        &[
            &format!(
                "line 5: error: {place}, vertex 1: a corner has two or three numbers, and this one has 1; {write}"
            ),
            &format!(
                "line 6: error: {place}, vertex 2: a corner has two or three numbers, and this one has 4; {write}"
            ),
            &format!("line 7: error: {place}, vertex 3: y must be a number, and is a text; {write}"),
            &format!(
                "line 8: error: {place}, vertex 4: x is too large a number; give the corner a number in meters, or leave it out"
            ),
            &format!(
                "line 9: error: {place}, vertex 5: the height is too large a number; \
                 give the corner a number in meters, or leave it out"
            ),
        ],
    );
}

#[test]
fn unknown_members_are_passed_over_with_a_suggestion() {
    let text = "{\"throng\": 1, \"colour\": 3, \"layers\": [{\"id\": \"a\",\n\"walkabel\": []}]}";
    check(
        text,
        &[
            "line 1: warning: `colour` is not known here and was passed over; \
             known are `throng`, `name`, `layers`, `connections`",
            "line 2: warning: layer \"a\": `walkabel` is not known here and was passed over; did you mean `walkable`?",
        ],
    );
}

#[test]
fn what_is_there_twice_is_told() {
    check(
        &layer("\"walkable\": [],\n\"walkable\": []"),
        &[
            "line 4: error: layer \"ground\": `walkable` is there twice; remove one of them, or put both in one list",
        ],
    );
    check(
        "{\"throng\": 1, \"layers\": [{\"id\": \"a\"}, {\"id\": \"b\"},\n{\"id\": \"a\"}]}",
        &["line 2: error: layer \"a\": another layer is called \"a\" too, on line 1; rename one of them"],
    );
}

#[test]
fn connections_name_layers_that_exist() {
    let text = |connections: &str| {
        format!(
            "{{\"throng\": 1, \"layers\": [{{\"id\": \"ground\"}}, {{\"id\": \"ramp\"}}],\n\"connections\": [{connections}]}}"
        )
    };
    let segment = "\"segment\": [[0,0],[1,0]]";
    check(
        &text(&format!(
            "{{\"between\": [\"ground\", \"rmap\"], {segment}}}, {{\"between\": [\"roof\", 3], {segment}}}"
        )),
        &[
            "line 2: error: connection 0: there is no layer \"rmap\"; did you mean \"ramp\"? there are \"ground\", \"ramp\"",
            "line 2: error: connection 1: there is no layer \"roof\"; there are \"ground\", \"ramp\"",
            "line 2: error: connection 1: a layer in `between` must be a text, and is a number; write the `id` of the layer",
        ],
    );
    check(
        &text("{\"between\": [\"ground\"], \"segment\": [[0,0],[1,0],[2,0]]}"),
        &[
            "line 2: error: connection 0: a connection is between two layers, and this one names 1; \
             name two: \"between\": [\"ground\", \"ramp\"]",
            "line 2: error: connection 0: a segment has two ends, and this one has 3; \
             give its two ends: \"segment\": [[20, 2], [20, 5]]",
        ],
    );
}

#[test]
fn surfaces_are_checked() {
    check(
        &layer(
            "\"surface\": {\"vertices\": [[0,0,1],[1,0,1],[0,1]],\n\"triangles\": [[0,1,2],[0,1],[0,1,3],[0,1,0.5]]}",
        ),
        &[
            "line 4: error: layer \"ground\", surface: triangle 1 is not a list of three numbers; \
             write the numbers of three vertices, counted from 0: [0, 1, 2]",
            "line 4: error: layer \"ground\", surface: triangle 2 names vertex 3, and there are 3; vertices are counted from 0",
            "line 4: error: layer \"ground\", surface: triangle 3 names a vertex by a number that is negative, \
             fractional or too large; vertices are counted from 0",
        ],
    );
}

#[test]
fn a_mistake_in_the_text_is_told_with_its_column() {
    check(
        "{\"throng\": 1,\n  \"layers\": [NaN]}",
        &[
            "line 2: error: column 14: `NaN` is no number in JSON; replace it by a number, or leave the corner out",
        ],
    );
}

#[test]
fn a_closing_corner_is_dropped() {
    let read = read_scene(&layer(
        "\"walkable\": [[[0,0],[1,0],\n[1,1],[0,0]], [[0,0],[0,0]], [[0,0]], [[0,0],[1,0],[0,0,2]]]",
    ));
    assert_eq!(said(&read), [""; 0]);
    let counts: Vec<usize> = read.scene.layers[0].walkable.iter().map(Vec::len).collect();
    assert_eq!(counts, [3, 1, 1, 3], "a corner at another height does not close a ring");
    assert_eq!(read.lines.rings[&(LayerId(0), Part::Walkable(0))], [3, 3, 4]);
}
