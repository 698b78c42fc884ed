use std::collections::BTreeMap;

use super::{LOTS, MILLION, buildings, hills, station, town, write_obj};
use crate::model::Model;

/// Lower and upper corner.
fn bounds(model: &Model) -> [[f64; 3]; 2] {
    let extreme = |start: f64, pick: fn(f64, f64) -> f64| {
        [0, 1, 2].map(|k| model.vertices.iter().map(|vertex| vertex[k]).fold(start, pick))
    };
    [extreme(f64::INFINITY, f64::min), extreme(f64::NEG_INFINITY, f64::max)]
}

/// How often each edge is used, one way less the other. All zero if what is solid is closed.
fn unpaired(model: &Model, triangles: &[[u32; 3]]) -> usize {
    let mut uses: BTreeMap<[u32; 2], i32> = BTreeMap::new();
    for &[a, b, c] in triangles {
        assert!([a, b, c].iter().all(|&k| (k as usize) < model.vertices.len()), "corners exist");
        for [from, to] in [[a, b], [b, c], [c, a]] {
            *uses.entry([from.min(to), from.max(to)]).or_default() += if from < to { 1 } else { -1 };
        }
    }
    uses.values().filter(|&&count| count != 0).count()
}

/// Six times the volume.
fn volume(model: &Model, triangles: &[[u32; 3]]) -> f64 {
    let determinant = |[a, b, c]: [[f64; 3]; 3]| {
        a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
            + a[2] * (b[0] * c[1] - b[1] * c[0])
    };
    triangles.iter().map(|corners| determinant(corners.map(|k| model.vertices[k as usize]))).sum()
}

fn check_parts(model: &Model, open: &[&str]) {
    let mut end = 0;
    for part in &model.parts {
        assert_eq!(part.triangles.start, end, "parts follow one another: {}", part.name);
        end = part.triangles.end;
        let own = &model.triangles[part.triangles.start as usize..end as usize];
        if !open.contains(&part.name.as_str()) {
            assert_eq!(unpaired(model, own), 0, "{} is closed", part.name);
            assert!(volume(model, own) > 0.0, "{} faces outward", part.name);
        }
    }
    assert_eq!(end as usize, model.triangles.len(), "parts cover all triangles");
}

#[test]
fn what_is_solid_is_closed_and_faces_outward() {
    check_parts(&station(), &[]);
    check_parts(&town(2), &[]);
    check_parts(&hills(60), &["ground"]);
}

#[test]
fn hills_have_steep_and_gentle_ground() {
    let model = hills(MILLION);
    let ground = &model.triangles[..2 * MILLION * MILLION];
    let steep = ground.iter().filter(|corners| {
        let [a, b, c] = corners.map(|k| model.vertices[k as usize]);
        let [u, v] = [b, c].map(|p| [p[0] - a[0], p[1] - a[1], p[2] - a[2]]);
        let normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        assert!(normal[2] > 0.0, "the ground faces up");
        normal[0] * normal[0] + normal[1] * normal[1] > normal[2] * normal[2]
    });
    let share = steep.count() as f64 / ground.len() as f64;
    assert!((0.002..0.05).contains(&share), "{share} of the ground is steep");
    assert!(
        model.parts.iter().any(|part| part.name.starts_with("bridge")),
        "there is a valley with a bridge"
    );
}

#[test]
fn the_buildings_are_as_large_as_those_of_the_paper() {
    let model = buildings();
    let [low, high] = bounds(&model);
    assert_eq!([low[0], low[1], high[0], high[1]], [0.0, 0.0, 500.0, 500.0]);
    assert!((high[2] - 16.0).abs() < 1e-9, "{} m high", high[2]);
    let triangles = model.triangles.len();
    assert!((1_080_000..1_120_000).contains(&triangles), "{triangles} triangles");
    assert_eq!(LOTS, 8);
}

#[test]
fn the_same_triangles_every_time() {
    assert_eq!(hills(30), hills(30));
    assert_eq!(town(1), town(1));
}

#[test]
fn a_model_is_written_with_the_height_second() {
    let model =
        Model::of_triangles("t", vec![[0.0, 0.0, 1.5], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0]], vec![[0, 1, 2]]);
    let mut text = Vec::new();
    write_obj(&model, &mut text).expect("memory can be written to");
    assert_eq!(String::from_utf8_lossy(&text), "v 0 1.5 0\nv 1 0 0\nv 0 0 -2\no \nf 1 2 3\n");
}
