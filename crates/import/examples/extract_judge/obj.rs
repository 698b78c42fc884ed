//! Reads OBJ files, as far as judging needs it.

use throng_import::{Model, ModelPart, Role};

pub(crate) fn read(text: &str, y_up: bool, unit: f64) -> Model {
    let mut model = Model::default();
    let part = |name: &str, at: u32| ModelPart {
        name: name.to_owned(),
        role: Role::Other,
        storey: None,
        triangles: at..at,
    };
    for line in text.lines() {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("v") => {
                let v: Vec<f64> = words.take(3).filter_map(|w| w.parse().ok()).collect();
                if let [x, y, z] = v[..] {
                    let [x, y, z] = if y_up { [x, -z, y] } else { [x, y, z] };
                    model.vertices.push([x * unit, y * unit, z * unit]);
                }
            }
            Some("o" | "g") => model.parts.push(part(line, model.triangles.len() as u32)),
            Some("f") => {
                let index = |w: &str| {
                    let number: i64 = w.split('/').next()?.parse().ok()?;
                    Some(if number < 0 { model.vertices.len() as i64 + number } else { number - 1 } as u32)
                };
                let corners: Vec<u32> = words.filter_map(index).collect();
                if model.parts.is_empty() {
                    model.parts.push(part("", 0));
                }
                for k in 2..corners.len() {
                    model.triangles.push([corners[0], corners[k - 1], corners[k]]);
                }
                if let Some(part) = model.parts.last_mut() {
                    part.triangles.end = model.triangles.len() as u32;
                }
            }
            _ => {}
        }
    }
    model
}
