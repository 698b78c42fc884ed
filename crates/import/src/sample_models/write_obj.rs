//! Models as Wavefront OBJ, for other programs.

use std::io::{self, Write};

use crate::model::Model;

/// Writes a model with its parts as objects. The height becomes the second axis, as most programs expect.
pub fn write_obj(model: &Model, to: &mut impl Write) -> io::Result<()> {
    for [x, y, z] in &model.vertices {
        // Not `-0`.
        let back = 0.0 - y;
        writeln!(to, "v {x} {z} {back}")?;
    }
    for part in &model.parts {
        writeln!(to, "o {}", part.name)?;
        for corners in &model.triangles[part.triangles.start as usize..part.triangles.end as usize] {
            let [a, b, c] = corners.map(|corner| corner + 1);
            writeln!(to, "f {a} {b} {c}")?;
        }
    }
    Ok(())
}
