//! Buildings without slabs, written here: floors of rooms and thresholds of doors.

use std::ops::ControlFlow;

use throng_import::{
    ExtractOptions, Extraction, Model, ModelOptions, ReadModel, Role, extract, read_model_bytes,
};

use crate::building::Writer;
use crate::common::{near, nothing, volume_and_area};
use crate::cube;
use crate::ifc_shapes::file;

const SPACE: &str = "$,.ELEMENT.,.INTERNAL.,$";

/// In meters, with a storey; `fill` adds to it, below a placement.
fn building(fill: impl Fn(&mut Writer, u32)) -> String {
    let mut w = Writer::new();
    let unit = w.add("IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.)");
    let units = w.add(&format!("IFCUNITASSIGNMENT((#{unit}))"));
    let global = w.global();
    w.add(&format!("IFCPROJECT({global},'small',$,$,$,$,$,#{units})"));
    let low = w.local(None, [0.0; 3]);
    fill(&mut w, low);
    file(&w.text)
}

/// Two rooms with a thin wall between them, in which is a door; the second room may be lower.
fn two_rooms(w: &mut Writer, low: u32, second: f64) {
    w.product("IFCSPACE", "A", low, [0.0; 3], [4.0, 3.0, 2.5], SPACE);
    w.product("IFCSPACE", "B", low, [0.0, 3.1, second], [4.0, 2.9, 2.5], SPACE);
    let wall = w.product("IFCWALL", "between", low, [0.0, 3.0, 0.0], [4.0, 0.1, 2.8], "$");
    // It goes beyond the wall on both sides.
    let doorway = w.product("IFCOPENINGELEMENT", "", low, [1.0, 2.9, 0.0], [0.9, 0.3, 2.1], "$,$");
    let door = w.product("IFCDOOR", "passage", low, [1.0, 3.0, 0.0], [0.9, 0.05, 2.1], "$,2.1,0.9");
    w.relate("IFCRELVOIDSELEMENT", &format!("#{wall}"), &format!("#{doorway}"));
    w.relate("IFCRELFILLSELEMENT", &format!("#{doorway}"), &format!("#{door}"));
}

fn read(text: &str, room_floors: bool) -> ReadModel {
    let options = ModelOptions { room_floors, ..ModelOptions::default() };
    read_model_bytes("small.ifc", text.as_bytes(), &options, &nothing).unwrap()
}

fn extracted(model: &Model) -> Result<Extraction, String> {
    let options = ExtractOptions::default();
    extract(model, &options, &|_, _, _| ControlFlow::Continue(())).map_err(|error| error.to_string())
}

/// The area of a part.
fn area(model: &Model, name: &str) -> f64 {
    let part = model.parts.iter().position(|part| part.name == name);
    volume_and_area(model, part.unwrap_or_else(|| panic!("no {name}: {:?}", model.parts)))[1]
}

#[test]
fn without_slabs_nothing_is_walkable_and_the_way_out_is_told() {
    let text = building(|w, low| two_rooms(w, low, 0.0));
    let bare = read(&text, false).model;
    assert_eq!(bare.parts.len(), 1, "the wall: {:?}", bare.parts);
    let error = extracted(&bare).unwrap_err();
    assert!(error.contains("--room-floors"), "{error}");
    // A slab in one of the rooms.
    let text = building(|w, low| {
        two_rooms(w, low, 0.0);
        w.product("IFCSLAB", "floor", low, [0.0, 0.0, -0.2], [4.0, 3.0, 0.2], "$,.FLOOR.");
    });
    let remarks = extracted(&read(&text, false).model).unwrap().report.remarks;
    let told = remarks.iter().find(|remark| remark.starts_with("1 of 2 rooms")).expect("a remark");
    assert!(told.contains("--room-floors"), "{told}");
    // Rooms alone.
    let text = building(|w, low| {
        w.product("IFCSPACE", "A", low, [0.0; 3], [4.0, 3.0, 2.5], SPACE);
    });
    let error = read_model_bytes("small.ifc", text.as_bytes(), &ModelOptions::default(), &nothing);
    let error = error.expect_err("nothing but rooms").to_string();
    assert!(error.contains("--room-floors"), "{error}");
    assert!(near(extracted(&read(&text, true).model).unwrap().report.area, 12.0));
}

#[test]
fn rooms_hang_together_through_doors() {
    // As high as each other, and one lower by less than a step.
    for second in [0.0, -0.03] {
        let read = read(&building(|w, low| two_rooms(w, low, second)), true);
        let parts: Vec<(&str, Role)> =
            read.model.parts.iter().map(|part| (part.name.as_str(), part.role)).collect();
        let made = Role::RoomFloor;
        assert_eq!(
            parts,
            [
                ("Wall between", Role::Other),
                ("Floor A", made),
                ("Floor B", made),
                ("Threshold passage", made)
            ]
        );
        let told = "2 rooms have floors of their own and 1 door a threshold, as was asked for.";
        assert!(read.notes.iter().any(|note| note == told), "{:?}", read.notes);
        let Extraction { scene, report } = extracted(&read.model).unwrap();
        assert_eq!(report.components.len(), 1, "{report:?}");
        assert!(near(report.area, 12.0 + 11.6 + 0.09), "{}", report.area);
        assert_eq!(report.components[0].heights, [second, 0.0]);
        let names: Vec<Option<&str>> =
            scene.connections.iter().map(|connection| connection.name.as_deref()).collect();
        assert_eq!(names, [Some("passage")], "{:?}", report.remarks);
        let mut rooms: Vec<&str> = scene
            .layers
            .iter()
            .flat_map(|layer| &layer.regions)
            .map(|region| region.label.as_str())
            .collect();
        rooms.sort_unstable();
        assert_eq!(rooms, ["A", "B"]);
        assert!(!report.remarks.iter().any(|remark| remark.contains("bod")), "{:?}", report.remarks);
    }
}

#[test]
fn slabs_that_are_a_little_higher_or_lower_do_no_harm() {
    for (top, heights) in [(0.02, [0.0, 0.02]), (0.0, [0.0, 0.0]), (-0.05, [0.0, 0.0])] {
        let text = building(|w, low| {
            two_rooms(w, low, 0.0);
            w.product("IFCSLAB", "floor", low, [0.0, 0.0, top - 0.2], [4.0, 3.0, 0.2], "$,.FLOOR.");
        });
        let report = extracted(&read(&text, true).model).unwrap().report;
        assert!(near(report.area, 12.0 + 11.6 + 0.09), "{top}: {}", report.area);
        assert_eq!((report.components.len(), report.components[0].heights), (1, heights), "{top}");
    }
}

#[test]
fn stairs_come_up_through_the_floor_of_the_room_above() {
    let text = building(|w, low| {
        w.product("IFCSPACE", "below", low, [0.0; 3], [6.0, 2.0, 2.8], SPACE);
        w.product("IFCSPACE", "above", low, [0.0, 0.0, 3.0], [6.0, 2.0, 2.5], SPACE);
        for k in 0..15 {
            let (x, z) = (1.0 + 0.3 * f64::from(k), 0.2 * f64::from(k + 1));
            w.product("IFCSTAIRFLIGHT", "run", low, [x, 0.0, 0.0], [0.3, 1.0, z], "$,$,$,$,$,$");
        }
    });
    let model = read(&text, true).model;
    assert!(near(area(&model, "Floor below"), 12.0), "stairs that begin there stand on it");
    // The first two treads are 2.5 m below and more.
    assert!(near(area(&model, "Floor above"), 12.0 - 13.0 * 0.3));
    let report = extracted(&model).unwrap().report;
    assert_eq!((report.components.len(), report.components[0].heights), (1, [0.0, 3.0]), "{report:?}");
    assert!(near(report.area, 12.0 + 12.0 - 13.0 * 0.3), "{}", report.area);
}

#[test]
fn openings_of_slabs_stay_open() {
    let text = building(|w, low| {
        w.product("IFCSPACE", "gallery", low, [0.0, 0.0, 3.0], [6.0, 4.0, 2.5], SPACE);
        w.product("IFCSPACE", "attic", low, [0.0, 0.0, 6.0], [6.0, 4.0, 2.5], SPACE);
        let slab = w.product("IFCSLAB", "floor", low, [0.0, 0.0, 2.8], [6.0, 4.0, 0.2], "$,.FLOOR.");
        let well = w.product("IFCOPENINGELEMENT", "", low, [2.0, 1.0, 2.7], [2.0, 1.0, 0.4], "$,$");
        w.relate("IFCRELVOIDSELEMENT", &format!("#{slab}"), &format!("#{well}"));
    });
    let model = read(&text, true).model;
    assert!(near(area(&model, "Floor gallery"), 22.0));
    assert!(near(area(&model, "Floor attic"), 24.0), "a storey higher");
}

#[test]
fn models_without_rooms_say_so() {
    let options = ModelOptions { room_floors: true, ..ModelOptions::default() };
    let wall = building(|w, low| {
        w.product("IFCWALL", "w", low, [0.0; 3], [4.0, 0.1, 2.8], "$");
    });
    for (name, text) in [("cube.obj", cube::obj()), ("wall.ifc", wall)] {
        let notes = read_model_bytes(name, text.as_bytes(), &options, &nothing).unwrap().notes;
        assert!(notes.iter().any(|note| note.contains("no rooms")), "{name}: {notes:?}");
    }
}
