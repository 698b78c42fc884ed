//! A small building, written here: two storeys, a room with a door and a window, stairs with a railing, furniture.

use throng_import::{ModelOptions, Role, read_model_bytes};

use crate::common::{is_closed, near, nothing, read, volume_and_area};
use crate::ifc_shapes::file;

/// Writes entities; each gets the next number.
pub(crate) struct Writer {
    pub(crate) text: String,
    next: u32,
}

impl Writer {
    pub(crate) fn new() -> Self {
        Self { text: String::new(), next: 1000 }
    }

    pub(crate) fn add(&mut self, entity: &str) -> u32 {
        self.next += 1;
        self.text += &format!("#{}={entity};\n", self.next);
        self.next
    }

    pub(crate) fn global(&self) -> String {
        format!("'{:022}',$", self.next)
    }

    fn place(&mut self, [x, y, z]: [f64; 3]) -> u32 {
        let point = self.add(&format!("IFCCARTESIANPOINT(({x:?},{y:?},{z:?}))"));
        self.add(&format!("IFCAXIS2PLACEMENT3D(#{point},$,$)"))
    }

    pub(crate) fn local(&mut self, above: Option<u32>, at: [f64; 3]) -> u32 {
        let place = self.place(at);
        let above = above.map_or("$".to_owned(), |above| format!("#{above}"));
        self.add(&format!("IFCLOCALPLACEMENT({above},#{place})"))
    }

    /// A box with a corner at the origin of its product, by moving up a rectangle.
    fn shape(&mut self, [x, y, z]: [f64; 3]) -> u32 {
        let middle = self.add(&format!("IFCCARTESIANPOINT(({:?},{:?}))", x / 2.0, y / 2.0));
        let place = self.add(&format!("IFCAXIS2PLACEMENT2D(#{middle},$)"));
        let profile = self.add(&format!("IFCRECTANGLEPROFILEDEF(.AREA.,$,#{place},{x:?},{y:?})"));
        let solid = self.add(&format!("IFCEXTRUDEDAREASOLID(#{profile},#2,#3,{z:?})"));
        let body = self.add(&format!("IFCSHAPEREPRESENTATION($,'Body','SweptSolid',(#{solid}))"));
        self.add(&format!("IFCPRODUCTDEFINITIONSHAPE($,$,(#{body}))"))
    }

    pub(crate) fn product(
        &mut self,
        kind: &str,
        name: &str,
        above: u32,
        at: [f64; 3],
        size: [f64; 3],
        rest: &str,
    ) -> u32 {
        let (place, shape) = (self.local(Some(above), at), self.shape(size));
        let global = self.global();
        self.add(&format!("{kind}({global},'{name}',$,$,#{place},#{shape},{rest})"))
    }

    pub(crate) fn relate(&mut self, kind: &str, first: &str, second: &str) {
        let global = self.global();
        self.add(&format!("{kind}({global},$,$,{first},{second})"));
    }
}

/// The building, in millimeters.
pub(crate) fn house() -> String {
    let mut w = Writer::new();
    let unit = w.add("IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.)");
    let units = w.add(&format!("IFCUNITASSIGNMENT((#{unit}))"));
    let global = w.global();
    let project = w.add(&format!("IFCPROJECT({global},'Haus\\X2\\00FC\\X0\\',$,$,$,$,$,#{units})"));
    let site = w.local(None, [10_000.0, 0.0, 0.0]);
    let (low, high) = (w.local(Some(site), [0.0; 3]), w.local(Some(site), [0.0, 0.0, 3000.0]));
    let global = w.global();
    let ground =
        w.add(&format!("IFCBUILDINGSTOREY({global},'Ground',$,$,#{low},$,'the lower one',.ELEMENT.,0.)"));
    let global = w.global();
    let upper = w.add(&format!("IFCBUILDINGSTOREY({global},'Upper',$,$,#{high},$,$,.ELEMENT.,3000.)"));
    w.relate("IFCRELAGGREGATES", &format!("#{project}"), &format!("(#{ground},#{upper})"));

    let slab = w.product("IFCSLAB", "floor", low, [0.0, 0.0, -200.0], [5000.0, 4000.0, 200.0], "$,.FLOOR.");
    let wall = w.product("IFCWALLSTANDARDCASE", "front", low, [0.0; 3], [5000.0, 300.0, 2800.0], "$");
    // The door's opening goes beyond the wall on both sides, the window's is flush with it.
    let doorway =
        w.product("IFCOPENINGELEMENT", "", low, [1000.0, -100.0, 0.0], [900.0, 500.0, 2100.0], "$,$");
    let hole = w.product("IFCOPENINGELEMENT", "", low, [3000.0, 0.0, 1000.0], [1000.0, 300.0, 1000.0], "$,$");
    let door =
        w.product("IFCDOOR", "entrance", low, [1000.0, 100.0, 0.0], [900.0, 50.0, 2100.0], "$,2100.,900.");
    let window =
        w.product("IFCWINDOW", "view", low, [3000.0, 100.0, 1000.0], [1000.0, 50.0, 1000.0], "$,1000.,1000.");
    for (opening, filling) in [(doorway, door), (hole, window)] {
        w.relate("IFCRELVOIDSELEMENT", &format!("#{wall}"), &format!("#{opening}"));
        w.relate("IFCRELFILLSELEMENT", &format!("#{opening}"), &format!("#{filling}"));
    }
    let room = w.product(
        "IFCSPACE",
        "A1",
        low,
        [0.0, 300.0, 0.0],
        [5000.0, 3700.0, 2500.0],
        "'Hall',.ELEMENT.,.INTERNAL.,$",
    );
    w.relate("IFCRELAGGREGATES", &format!("#{ground}"), &format!("(#{room})"));
    let table =
        w.product("IFCFURNITURE", "table", low, [2000.0, 2000.0, 0.0], [1000.0, 1000.0, 700.0], "$,$");

    let global = w.global();
    let stair = w.add(&format!("IFCSTAIR({global},'up',$,$,#{low},$,$,$)"));
    let flight =
        w.product("IFCSTAIRFLIGHT", "run", low, [4000.0, 1000.0, 0.0], [900.0, 300.0, 200.0], "$,$,$,$,$,$");
    let landing =
        w.product("IFCSLAB", "landing", low, [4000.0, 1300.0, 0.0], [900.0, 300.0, 400.0], "$,.LANDING.");
    let rail = w.product("IFCRAILING", "rail", low, [4900.0, 1000.0, 0.0], [50.0, 600.0, 1000.0], "$,$");
    w.relate("IFCRELAGGREGATES", &format!("#{stair}"), &format!("(#{flight},#{landing},#{rail})"));
    let inside = format!("(#{slab},#{wall},#{door},#{window},#{table},#{stair})");
    w.relate("IFCRELCONTAINEDINSPATIALSTRUCTURE", &inside, &format!("#{ground}"));
    file(&w.text)
}

#[test]
fn openings_are_cut_out_of_walls() {
    let read = read("house.ifc", house());
    let model = &read.model;
    let wall = model.parts.iter().position(|part| part.name == "Wall front").unwrap();
    let [volume, area] = volume_and_area(model, wall);
    assert!(near(volume, 0.3 * (14.0 - 0.9 * 2.1 - 1.0)), "{volume}");
    // Both sides, the ends, top and bottom, and the reveals.
    let sides = 2.0 * (14.0 - 0.9 * 2.1 - 1.0);
    let around = 0.3 * (2.0 * 2.8 + 5.0 + 4.1 + (2.1 + 2.1 + 0.9) + 4.0);
    assert!(near(area, sides + around), "{area} instead of {}", sides + around);
    for part in 0..model.parts.len() {
        assert!(is_closed(model, part), "{} is not closed", model.parts[part].name);
    }
    // 5 m from the site's corner, which is at 10 m.
    assert!(model.vertices.iter().all(|at| at[0] >= 10.0 - 1e-9 && at[0] <= 15.0 + 1e-9));
    assert!(read.notes.iter().any(|note| note.contains("0.001 m")), "{:?}", read.notes);
}

#[test]
fn parts_have_names_roles_and_storeys() {
    let model = read("house.ifc", house()).model;
    let parts: Vec<(&str, Role, Option<u32>)> =
        model.parts.iter().map(|part| (part.name.as_str(), part.role, part.storey)).collect();
    let ground = Some(0);
    assert_eq!(
        parts,
        [
            ("Slab floor", Role::Other, ground),
            ("Wall front", Role::Other, ground),
            ("Window view", Role::Other, ground),
            ("Furniture table", Role::Furniture, ground),
            ("StairFlight run", Role::Stairs, ground),
            ("Slab landing", Role::Stairs, ground),
            ("Railing rail", Role::Railing, ground),
        ]
    );
    assert_eq!(model.name, "Haus\u{fc}");
    let storeys: Vec<(&str, f64)> = model.storeys.iter().map(|s| (s.name.as_str(), s.elevation)).collect();
    assert_eq!(storeys, [("Ground the lower one", 0.0), ("Upper", 3.0)]);
}

#[test]
fn rooms_and_doors_are_read() {
    let model = read("house.ifc", house()).model;
    let [room] = model.rooms.as_slice() else { panic!("one room: {:?}", model.rooms) };
    assert_eq!((room.name.as_str(), room.storey), ("A1 Hall", Some(0)));
    assert!(near(room.top, 2.5));
    let mut corners: Vec<[i64; 3]> =
        room.outline.iter().map(|at| at.map(|c| (c * 1e3).round() as i64)).collect();
    let turn = |a: [f64; 3], b: [f64; 3]| a[0] * b[1] - a[1] * b[0];
    let around = room.outline.iter().zip(room.outline.iter().cycle().skip(1));
    assert!(near(around.map(|(&a, &b)| turn(a, b)).sum::<f64>() / 2.0, 18.5), "counterclockwise");
    corners.sort_unstable();
    assert_eq!(corners, [[10_000, 300, 0], [10_000, 4000, 0], [15_000, 300, 0], [15_000, 4000, 0]]);

    let [door] = model.doors.as_slice() else { panic!("one door: {:?}", model.doors) };
    assert_eq!((door.name.as_str(), door.storey), ("entrance", Some(0)));
    // In the middle of the wall, which is 0.3 m thick, and not of its opening.
    let segment = door.segment.map(|end| end.map(|c| (c * 1e3).round() as i64));
    assert_eq!(segment, [[11_000, 150], [11_900, 150]]);
    assert!(near(door.depth, 0.3) && near(door.bottom, 0.0) && near(door.top, 2.1), "{door:?}");
}

#[test]
fn furniture_and_units_are_as_asked() {
    let text = house();
    let options = ModelOptions { furniture: false, unit: Some(0.01), ..ModelOptions::default() };
    let model = read_model_bytes("house.ifc", text.as_bytes(), &options, &nothing).unwrap().model;
    assert!(model.parts.iter().all(|part| part.role != Role::Furniture));
    assert!(near(model.storeys[1].elevation, 30.0));
}
