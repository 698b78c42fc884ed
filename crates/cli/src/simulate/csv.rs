//! Trajectories as text: a table with commas, and the table with spaces that PedPy reads.

use std::io::Write;

use anyhow::{Context, Result};
use throng_crowd::measure::Frame;
use throng_mesh::Mesh;

use super::sqlite::number;

/// A table with commas: one row a character and frame.
#[derive(Debug)]
pub(crate) struct CsvFile<W: Write> {
    out: W,
    frames: u64,
}

impl<W: Write> CsvFile<W> {
    /// Starts the table with its header.
    pub(crate) fn new(mut out: W) -> Result<Self> {
        writeln!(out, "frame,time,id,x,y,z,layer,velocity_x,velocity_y,heading_x,heading_y,radius")
            .context("cannot write trajectories")?;
        Ok(Self { out, frames: 0 })
    }

    /// One more frame. Heights and names of layers are those of the mesh.
    pub(crate) fn add(&mut self, mesh: &Mesh, frame: &Frame) -> Result<()> {
        for sample in &frame.samples {
            let ([x, y], z) = (sample.at, mesh.height(sample.position()));
            let ([vx, vy], [hx, hy]) = (sample.velocity, sample.heading);
            let layer = quoted(mesh.layer_name(sample.layer));
            let (id, radius) = (number(sample.id), sample.radius);
            writeln!(
                self.out,
                "{},{:.2},{id},{x:.4},{y:.4},{z:.4},{layer},{vx:.4},{vy:.4},{hx:.4},{hy:.4},{radius:.4}",
                self.frames, frame.time
            )
            .context("cannot write trajectories")?;
        }
        self.frames += 1;
        Ok(())
    }

    /// Ends the table.
    pub(crate) fn finish(mut self) -> Result<W> {
        self.out.flush().context("cannot write trajectories")?;
        Ok(self.out)
    }
}

/// A table with spaces, as PedPy reads it: id, frame, x, y and z in meters. It knows nothing of layers.
#[derive(Debug)]
pub(crate) struct PedpyText<W: Write> {
    out: W,
    frames: u64,
}

impl<W: Write> PedpyText<W> {
    /// Starts the table with its header, for so many frames a second.
    pub(crate) fn new(mut out: W, fps: f64) -> Result<Self> {
        write!(out, "# framerate: {fps:.2}\n# id frame x/m y/m z/m\n")
            .context("cannot write trajectories")?;
        Ok(Self { out, frames: 0 })
    }

    /// One more frame.
    pub(crate) fn add(&mut self, mesh: &Mesh, frame: &Frame) -> Result<()> {
        for sample in &frame.samples {
            let ([x, y], z) = (sample.at, mesh.height(sample.position()));
            writeln!(self.out, "{} {} {x:.4} {y:.4} {z:.4}", number(sample.id), self.frames)
                .context("cannot write trajectories")?;
        }
        self.frames += 1;
        Ok(())
    }

    /// Ends the table.
    pub(crate) fn finish(mut self) -> Result<W> {
        self.out.flush().context("cannot write trajectories")?;
        Ok(self.out)
    }
}

/// A field of a table with commas: in quotes if it has to be.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_with_commas() {
        assert_eq!(quoted("hall"), "hall");
        assert_eq!(quoted("a, \"b\""), "\"a, \"\"b\"\"\"");
    }
}
