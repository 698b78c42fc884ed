//! Shapes of IFC files, with volumes and areas computed by hand.

use std::f64::consts::PI;

use crate::common::{Random, error, is_closed, near, read, volume_and_area};

/// Lines that all files here need: #1 origin, #2 its axes, #3 up, #4 along x, #5 the plane's origin and #6 axes, #7 the shape's context.
const BASE: &str = "#1=IFCCARTESIANPOINT((0.,0.,0.));\n#2=IFCAXIS2PLACEMENT3D(#1,$,$);\n#3=IFCDIRECTION((0.,0.,1.));\n\
                    #4=IFCDIRECTION((1.,0.,0.));\n#5=IFCCARTESIANPOINT((0.,0.));\n#6=IFCAXIS2PLACEMENT2D(#5,$);\n#7=$;\n";

/// A file of entities.
pub(crate) fn file(entities: &str) -> String {
    format!(
        "ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;\n{}{entities}ENDSEC;\nEND-ISO-10303-21;\n",
        BASE.replace("#7=$;\n", "")
    )
}

/// A file with one product, whose shape is #100.
pub(crate) fn product(shape: &str) -> String {
    file(&format!(
        "{shape}#900=IFCSHAPEREPRESENTATION($,'Body','SweptSolid',(#100));\n#901=IFCPRODUCTDEFINITIONSHAPE($,$,(#900));\n\
         #902=IFCLOCALPLACEMENT($,#2);\n#903=IFCBUILDINGELEMENTPROXY('0123456789012345678901',$,'thing',$,$,#902,#901,$,$);\n"
    ))
}

/// A block with a corner at the origin.
pub(crate) fn block(sizes: &str) -> String {
    product(&format!("#99=IFCBLOCK(#2,{sizes});\n#100=IFCCSGSOLID(#99);\n"))
}

/// A profile, which is #90, moved up by 3.
fn extruded(profile: &str) -> String {
    product(&format!("{profile}#100=IFCEXTRUDEDAREASOLID(#90,#2,#3,3.);\n"))
}

fn polyline(id: u32, points: &[[f64; 2]]) -> String {
    let mut text = String::new();
    let mut names = Vec::new();
    for (at, [x, y]) in points.iter().chain(points.first()).enumerate() {
        text += &format!("#{}=IFCCARTESIANPOINT(({x:?},{y:?}));\n", id * 100 + at as u32);
        names.push(format!("#{}", id * 100 + at as u32));
    }
    text + &format!("#{id}=IFCPOLYLINE(({}));\n", names.join(","))
}

/// Checks volume and area of the only product, and that it is closed; a tolerance for what is round.
fn check(what: &str, text: &str, expected: [f64; 2], tolerance: f64) {
    let read = read("a.ifc", text);
    let found = volume_and_area(&read.model, 0);
    for (found, expected) in found.into_iter().zip(expected) {
        assert!(
            (found - expected).abs() <= 1e-9 + tolerance * expected,
            "{what}: {found} instead of {expected}"
        );
    }
    assert!(is_closed(&read.model, 0), "{what} is not closed");
}

#[test]
fn profiles_have_their_areas() {
    let prism = |area: f64, border: f64| [3.0 * area, 2.0 * area + 3.0 * border];
    let profile =
        |kind: &str, values: &str| extruded(&format!("#90=IFC{kind}PROFILEDEF(.AREA.,$,#6,{values});\n"));
    check("rectangle", &profile("RECTANGLE", "2.,4."), prism(8.0, 12.0), 0.0);
    check("hollow rectangle", &profile("RECTANGLEHOLLOW", "2.,4.,0.5,$,$"), prism(5.0, 20.0), 0.0);
    check("I", &profile("ISHAPE", "2.,4.,0.5,0.25,$"), prism(2.75, 15.0), 0.0);
    check("L", &profile("LSHAPE", "4.,2.,0.5,$,$,$,$,$"), prism(2.75, 12.0), 0.0);
    check("T", &profile("TSHAPE", "4.,2.,0.5,0.25,$,$,$,$,$,$"), prism(2.375, 12.0), 0.0);
    check("U", &profile("USHAPE", "4.,2.,0.5,0.25,$,$,$,$"), prism(2.75, 15.0), 0.0);
    check("Z", &profile("ZSHAPE", "4.,2.,0.5,0.25,$,$"), prism(2.75, 15.0), 0.0);
    check("C", &profile("CSHAPE", "4.,2.,0.25,1.,$"), prism(2.25, 18.5), 0.0);
    check("trapezium", &profile("TRAPEZIUM", "4.,2.,1.,0."), prism(3.0, 7.0 + 5.0_f64.sqrt()), 1e-12);
    check("circle", &profile("CIRCLE", "2."), prism(4.0 * PI, 4.0 * PI), 0.005);
    check("pipe", &profile("CIRCLEHOLLOW", "2.,1."), prism(3.0 * PI, 6.0 * PI), 0.005);
    check("ellipse", &profile("ELLIPSE", "2.,1."), prism(2.0 * PI, 9.688_448_220_547_675), 0.005);
    check("rounded", &profile("ROUNDEDRECTANGLE", "4.,2.,1."), prism(4.0 + PI, 4.0 + 2.0 * PI), 0.005);
}

#[test]
fn profiles_of_curves_have_their_areas() {
    let outer = polyline(80, &[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [2.0, 1.0], [0.0, 4.0]]);
    let concave = format!("{outer}#90=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#80);\n");
    let border = 12.0 + 2.0 * 13.0_f64.sqrt();
    check("concave", &extruded(&concave), [30.0, 20.0 + 3.0 * border], 1e-12);
    let hole = polyline(81, &[[0.5, 0.25], [1.5, 0.25], [1.5, 0.75], [0.5, 0.75]]);
    let holed = format!("{outer}{hole}#90=IFCARBITRARYPROFILEDEFWITHVOIDS(.AREA.,$,#80,(#81));\n");
    check("with a hole", &extruded(&holed), [28.5, 19.0 + 3.0 * (border + 3.0)], 1e-12);
    // A half disc: a trimmed circle and a line, joined; by angles in degrees or radians, and by points.
    let line = "#82=IFCCARTESIANPOINT((-1.,0.));\n#83=IFCCARTESIANPOINT((1.,0.));\n#84=IFCPOLYLINE((#82,#83));\n#85=IFCCIRCLE(#6,1.);\n";
    let joined = "#87=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#86);\n#88=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#84);\n#89=IFCCOMPOSITECURVE((#87,#88),.F.);\n#90=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#89);\n";
    let half = [1.5 * PI, PI + 3.0 * (PI + 2.0)];
    for trims in [
        "(IFCPARAMETERVALUE(0.)),(IFCPARAMETERVALUE(3.14159265358979)),.T.,.PARAMETER.",
        "(#83),(#82),.T.,.CARTESIAN.",
    ] {
        let arc = format!("#86=IFCTRIMMEDCURVE(#85,{trims});\n");
        check(trims, &extruded(&format!("{line}{arc}{joined}")), half, 0.005);
    }
    let indexed = "#80=IFCCARTESIANPOINTLIST2D(((1.,0.),(0.,1.),(-1.,0.)));\n#81=IFCINDEXEDPOLYCURVE(#80,(IFCARCINDEX((1,2,3)),IFCLINEINDEX((3,1))),.F.);\n#90=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#81);\n";
    check("indexed", &extruded(indexed), half, 0.005);
    let rectangle = "#70=IFCRECTANGLEPROFILEDEF(.AREA.,$,#6,2.,4.);\n";
    let derived = format!(
        "{rectangle}#71=IFCCARTESIANTRANSFORMATIONOPERATOR2D($,$,#5,0.5);\n#90=IFCDERIVEDPROFILEDEF(.AREA.,$,#70,#71,$);\n"
    );
    check("derived", &extruded(&derived), [6.0, 22.0], 0.0);
    let middle = "#80=IFCCARTESIANPOINT((0.,0.));\n#81=IFCCARTESIANPOINT((4.,0.));\n#82=IFCCARTESIANPOINT((4.,4.));\n#83=IFCPOLYLINE((#80,#81,#82));\n#90=IFCCENTERLINEPROFILEDEF(.AREA.,$,#83,0.5);\n";
    check("center line", &extruded(middle), [12.0, 8.0 + 3.0 * 17.0], 1e-12);
}

#[test]
fn turned_and_swept_solids_have_their_volumes() {
    // A square of side 1 around an axis at a distance of 2 from its middle.
    let ring = |angle: f64| {
        product(&format!(
            "#89=IFCDIRECTION((0.,1.,0.));\n#88=IFCCARTESIANPOINT((-2.,0.,0.));\n#87=IFCAXIS1PLACEMENT(#88,#89);\n#90=IFCRECTANGLEPROFILEDEF(.AREA.,$,#6,1.,1.);\n#100=IFCREVOLVEDAREASOLID(#90,#2,#87,{angle:?});\n"
        ))
    };
    check("ring", &ring(2.0 * PI), [4.0 * PI, 16.0 * PI], 0.01);
    check("quarter", &ring(PI / 2.0), [PI, 4.0 * PI + 2.0], 0.01);
    let rod = "#80=IFCCARTESIANPOINT((0.,0.,0.));\n#81=IFCCARTESIANPOINT((0.,0.,4.));\n#82=IFCPOLYLINE((#80,#81));\n#100=IFCSWEPTDISKSOLID(#82,0.5,$,$,$);\n";
    // Eight sides: sin 45° instead of π / 4.
    let sides = 8.0 * 0.5 * 0.25 * 0.5_f64.sqrt();
    let read = read("a.ifc", product(rod));
    assert!(near(volume_and_area(&read.model, 0)[0], 4.0 * sides));
    assert!(is_closed(&read.model, 0));
}

#[test]
fn shells_and_face_sets_are_turned_outward() {
    let points = "#80=IFCCARTESIANPOINT((0.,0.,0.));\n#81=IFCCARTESIANPOINT((1.,0.,0.));\n#82=IFCCARTESIANPOINT((0.,1.,0.));\n#83=IFCCARTESIANPOINT((0.,0.,1.));\n";
    let area = 1.5 + 3.0_f64.sqrt() / 2.0;
    // All inward, all outward, and one the wrong way.
    for faces in [
        [[80, 81, 82], [80, 82, 83], [80, 83, 81], [81, 83, 82]],
        [[80, 82, 81], [80, 83, 82], [80, 81, 83], [81, 82, 83]],
        [[80, 81, 82], [80, 83, 82], [80, 81, 83], [81, 82, 83]],
    ] {
        let mut text = points.to_owned();
        for (at, [a, b, c]) in (0..).zip(faces) {
            text += &format!(
                "#{}=IFCPOLYLOOP((#{a},#{b},#{c}));\n#{}=IFCFACEOUTERBOUND(#{},.T.);\n#{}=IFCFACE((#{}));\n",
                10 + at,
                20 + at,
                10 + at,
                30 + at,
                20 + at
            );
        }
        text += "#40=IFCCLOSEDSHELL((#30,#31,#32,#33));\n#100=IFCFACETEDBREP(#40);\n";
        check("tetrahedron", &product(&text), [1.0 / 6.0, area], 1e-12);
    }
    let list = "#80=IFCCARTESIANPOINTLIST3D(((0.,0.,0.),(1.,0.,0.),(0.,1.,0.),(0.,0.,1.)));\n";
    let set = "#100=IFCTRIANGULATEDFACESET(#80,$,.T.,((1,3,2),(1,4,3),(1,2,4),(2,3,4)),$);\n";
    check("triangles", &product(&format!("{list}{set}")), [1.0 / 6.0, area], 1e-12);
    let polygons = "#81=IFCINDEXEDPOLYGONALFACE((1,3,2));\n#82=IFCINDEXEDPOLYGONALFACE((1,4,3));\n#83=IFCINDEXEDPOLYGONALFACE((1,2,4));\n#84=IFCINDEXEDPOLYGONALFACE((2,3,4));\n#100=IFCPOLYGONALFACESET(#80,.T.,(#81,#82,#83,#84),$);\n";
    check("polygons", &product(&format!("{list}{polygons}")), [1.0 / 6.0, area], 1e-12);
}

#[test]
fn differences_are_closed_and_have_their_volumes() {
    let cube = "#80=IFCBLOCK(#2,4.,4.,4.);\n";
    let cut = |tool: &str| product(&format!("{cube}{tool}#100=IFCBOOLEANRESULT(.DIFFERENCE.,#80,#99);\n"));
    let place = |id: u32, at: &str| {
        format!("#{id}=IFCCARTESIANPOINT(({at}));\n#{}=IFCAXIS2PLACEMENT3D(#{id},$,$);\n", id + 1)
    };
    // What is above z = 3 goes, or what is below.
    let half = |flag: &str| {
        format!("{}#83=IFCPLANE(#82);\n#99=IFCHALFSPACESOLID(#83,{flag});\n", place(81, "0.,0.,3."))
    };
    check("upper half space", &cut(&half(".F.")), [48.0, 80.0], 0.0);
    check("lower half space", &cut(&half(".T.")), [16.0, 48.0], 0.0);
    let tool = |at: &str, size: &str| format!("{}#99=IFCBLOCK(#82,{size});\n", place(81, at));
    check("corner", &cut(&tool("3.,3.,3.", "2.,2.,2.")), [63.0, 96.0], 0.0);
    check("through", &cut(&tool("1.,-1.,1.", "2.,9.,2.")), [48.0, 96.0 - 8.0 + 32.0], 0.0);
    check("blind", &cut(&tool("1.,1.,1.", "2.,2.,3.")), [52.0, 96.0 + 24.0], 0.0);
    check("inside", &cut(&tool("1.,1.,1.", "2.,2.,2.")), [56.0, 96.0 + 24.0], 0.0);
    check("beside", &cut(&tool("4.,0.,0.", "2.,2.,2.")), [64.0, 96.0], 0.0);
    check("half", &cut(&tool("2.,-1.,-1.", "9.,9.,9.")), [32.0, 64.0], 0.0);
    // A bounded half space: what is above z = 3, but only over a triangle of half a corner.
    let ring = polyline(85, &[[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]]);
    let bounded = format!(
        "{}#83=IFCPLANE(#82);\n{ring}#99=IFCPOLYGONALBOUNDEDHALFSPACE(#83,.F.,#2,#85);\n",
        place(81, "0.,0.,3.")
    );
    check("bounded", &cut(&bounded), [62.0, 92.0 + 8.0_f64.sqrt()], 1e-12);
    // A concave tool: an L through everything.
    let l = polyline(85, &[[1.0, 1.0], [3.0, 1.0], [3.0, 2.0], [2.0, 2.0], [2.0, 3.0], [1.0, 3.0]]);
    let concave = format!(
        "{}{l}#98=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#85);\n#99=IFCEXTRUDEDAREASOLID(#98,#82,#3,9.);\n",
        place(81, "0.,0.,-1.")
    );
    check("concave", &cut(&concave), [64.0 - 12.0, 96.0 - 6.0 + 32.0], 0.0);
    let round = format!(
        "{}#98=IFCCIRCLEPROFILEDEF(.AREA.,$,#6,1.);\n#99=IFCEXTRUDEDAREASOLID(#98,#82,#3,9.);\n",
        "#81=IFCCARTESIANPOINT((2.,2.,-1.));\n#82=IFCAXIS2PLACEMENT3D(#81,$,$);\n"
    );
    check("round", &cut(&round), [64.0 - 4.0 * PI, 96.0 - 2.0 * PI + 8.0 * PI], 0.005);
    let both = product(&format!(
        "{cube}{}#100=IFCBOOLEANRESULT(.INTERSECTION.,#80,#99);\n",
        tool("3.,3.,3.", "2.,2.,2.")
    ));
    check("intersection", &both, [1.0, 6.0], 0.0);
    let all = cut(&tool("-1.,-1.,-1.", "9.,9.,9."));
    assert!(error("a.ifc", all).contains("no triangles"));
}

/// Boxes with corners on a grid share faces, edges and corners with each other and with what is left.
#[test]
fn many_differences_on_a_grid_are_those_of_its_cells() {
    let mut random = Random(3);
    for round in 0..60 {
        let mut text = "#80=IFCBLOCK(#2,4.,4.,4.);\n".to_owned();
        let mut cells = [[[true; 4]; 4]; 4];
        let mut last = 80;
        for cut in 0..6 {
            let id = 200 + 10 * cut;
            let low = [(); 3].map(|()| random.below(6) as i32 - 1);
            let size = [(); 3].map(|()| 1 + random.below(3) as i32);
            let [x, y, z] = low;
            text += &format!(
                "#{id}=IFCCARTESIANPOINT(({x}.,{y}.,{z}.));\n#{}=IFCAXIS2PLACEMENT3D(#{id},$,$);\n#{}=IFCBLOCK(#{},{}.,{}.,{}.);\n",
                id + 1,
                id + 2,
                id + 1,
                size[0],
                size[1],
                size[2]
            );
            let name = if cut == 5 { 100 } else { id + 3 };
            text += &format!("#{name}=IFCBOOLEANRESULT(.DIFFERENCE.,#{last},#{});\n", id + 2);
            last = name;
            for (x, plane) in (0..).zip(&mut cells) {
                for (y, row) in (0..).zip(plane) {
                    for (z, cell) in (0..).zip(row) {
                        let at = [x, y, z];
                        *cell &= !(0..3).all(|i| at[i] >= low[i] && at[i] < low[i] + size[i]);
                    }
                }
            }
        }
        let full = |x: i32, y: i32, z: i32| {
            let inside = |c: i32| (0..4).contains(&c);
            inside(x) && inside(y) && inside(z) && cells[x as usize][y as usize][z as usize]
        };
        let (mut volume, mut area) = (0, 0);
        for (x, y, z) in (0..64).map(|k| (k / 16, k / 4 % 4, k % 4)).filter(|&(x, y, z)| full(x, y, z)) {
            volume += 1;
            let around =
                [(x + 1, y, z), (x - 1, y, z), (x, y + 1, z), (x, y - 1, z), (x, y, z + 1), (x, y, z - 1)];
            area += around.iter().filter(|&&(x, y, z)| !full(x, y, z)).count();
        }
        check(&format!("round {round}"), &product(&text), [f64::from(volume), area as f64], 1e-9);
    }
}

#[test]
fn what_is_used_twice_is_there_twice_and_mirrors_stay_outside() {
    let shape = "#80=IFCBLOCK(#2,1.,2.,3.);\n#81=IFCSHAPEREPRESENTATION($,'Body','CSG',(#80));\n#82=IFCREPRESENTATIONMAP(#2,#81);\n\
                 #83=IFCDIRECTION((-1.,0.,0.));\n#84=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#1,2.,$);\n\
                 #85=IFCDIRECTION((0.,-1.,0.));\n#86=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,#85,#1,$,$);\n\
                 #87=IFCMAPPEDITEM(#82,#84);\n#88=IFCMAPPEDITEM(#82,#86);\n\
                 #89=IFCSHAPEREPRESENTATION($,'Body','MappedRepresentation',(#87,#88));\n#90=IFCREPRESENTATIONMAP(#2,#89);\n#100=IFCMAPPEDITEM(#90,$);\n";
    check("mapped", &product(shape), [48.0 + 6.0, 88.0 + 22.0], 0.0);
}

#[test]
fn what_is_not_supported_is_counted_by_kind() {
    let text = product(
        "#80=IFCBLOCK(#2,1.,1.,1.);\n#99=IFCSECTIONEDSPINE($,$,$);\n#100=IFCBOOLEANRESULT(.UNION.,#80,#99);\n",
    );
    let notes = read("a.ifc", text).notes.join("\n");
    assert!(notes.contains("1 IFCSECTIONEDSPINE could not be read, and is missing (#99)"), "{notes}");
}

#[test]
fn shapes_that_refer_to_themselves_end() {
    let knot = "#99=IFCBLOCK(#2,1.,1.,1.);\n#98=IFCSHAPEREPRESENTATION($,'Body','x',(#100,#100,#99));\n#97=IFCREPRESENTATIONMAP(#2,#98);\n#100=IFCMAPPEDITEM(#97,$);\n";
    let _ = throng_import::read_model_bytes(
        "a.ifc",
        product(knot).as_bytes(),
        &Default::default(),
        &crate::common::nothing,
    );
    let chain = "#100=IFCBOOLEANRESULT(.UNION.,#100,#100);\n";
    let message = error("a.ifc", product(chain));
    assert!(message.contains("a.ifc"), "{message}");
}

#[test]
fn messages_say_what_a_file_is_instead() {
    assert!(error("a.ifc", "PK\u{3}\u{4}").contains("unzip"));
    assert!(error("a.ifc", "<?xml version='1.0'?>").contains("IFC in XML"));
    assert!(error("a.ifc", "ISO-10303-21;\nDATA;\n#1=IFCWALL(").contains("line 3: there are no entities"));
    let other = block("1.,1.,1.").replace("IFC4", "AUTOMOTIVE_DESIGN");
    assert!(error("a.ifc", other).contains("not IFC"));
}
