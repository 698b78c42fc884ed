//! `throng extract`: walkable layers from a 3D model.

mod options;
mod report;
mod work;

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use throng_import::{ExtractOptions, Imported, write};
use throng_mesh::Mesh;

use crate::convert::format_of;
use crate::input::{Input, Loaded, Reading};
use crate::output::{print, write_whole};

pub(crate) use options::{Extracting, axis, unit};
pub(crate) use report::component;
pub(crate) use work::{is_model, stage_name};

use options::Voxels;
use work::{Extracted, go_on, listen_for_interruptions, work};

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    throng extract house.ifc --out house.json     what can be walked, as a scene file\n  \
    throng extract level.glb --head-room 2 --step 0.4 --from 0,0,1 --out level.json\n  \
    throng extract scan.ply --unit mm --up z --voxel --cell 0.05 --out scan.json\n  \
    throng extract house.ifc --vary --json        what a little more or less would change\n\n\
    Without --out the scene goes to standard output, and the summary to standard error.")]
pub(crate) struct Extract {
    /// A 3D model: OBJ, glTF (.gltf, .glb), STL, PLY or IFC
    model: PathBuf,
    /// File to write: .json (scene) or .geojson; standard output if not given
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Also build the mesh, and save it to this file; `query` and `draw` load it at once
    #[arg(long, value_name = "FILE")]
    mesh: Option<PathBuf>,
    /// Also tell what changes if slope, head room or step are a little different
    #[arg(long)]
    vary: bool,
    #[command(flatten)]
    extracting: Extracting,
    #[command(flatten)]
    voxels: Voxels,
}

impl Extract {
    pub(crate) fn run(&self, as_json: bool) -> Result<()> {
        let format = self.out.as_deref().map(format_of).transpose()?;
        let options = ExtractOptions { vary: self.vary, way: self.voxels.way(), ..self.extracting.options() };
        listen_for_interruptions()?;
        let extracted = work(&self.model, &self.extracting.reading(), &options)?;
        let scene = &extracted.extraction.scene;
        let mesh = self.mesh.as_ref().map(|_| self.build(&extracted)).transpose()?;
        let text = match format {
            Some(format) => write(scene, format).with_context(|| self.model.display().to_string())?,
            None if as_json => String::new(),
            None => throng_import::write_scene(scene),
        };
        // Nothing is written before all of it is there.
        go_on(&self.model)?;
        if let Some(out) = &self.out {
            write_whole(out, &text)?;
        }
        if let Some((file, mesh)) = self.mesh.as_ref().zip(mesh.as_ref()) {
            write_whole(file, mesh.to_bytes())?;
        }
        if as_json {
            let mut answer = report::facts(&extracted, &options);
            answer["file"] = self.model.display().to_string().into();
            answer["out"] = self.out.as_ref().map(|out| out.display().to_string()).into();
            answer["mesh"] = self.mesh.as_ref().map(|file| file.display().to_string()).into();
            return print(&answer.to_string());
        }
        let mut summary = report::readable(&extracted, &options);
        for file in self.out.iter().chain(&self.mesh) {
            summary.push_str(&format!("\nwritten    {}", file.display()));
        }
        if self.out.is_some() {
            return print(&summary);
        }
        print(text.trim_end())?;
        eprintln!("{summary}");
        Ok(())
    }

    fn build(&self, extracted: &Extracted) -> Result<Mesh> {
        let input = Input { file: self.model.clone(), reading: Reading::default() };
        let scene = extracted.extraction.scene.clone();
        Ok(input.build(&Imported { scene, ..Imported::default() })?.mesh)
    }
}

impl Extracting {
    /// Extracts a model with what was found told as notes.
    pub(crate) fn read(&self, input: &Input) -> Result<(Imported, f64)> {
        let extracted = work(&input.file, &self.reading(), &self.options())?;
        let Extracted { read, extraction, seconds, .. } = extracted;
        let notes = [read.notes, extraction.report.remarks].concat();
        Ok((Imported { scene: extraction.scene, notes, ..Imported::default() }, seconds))
    }

    /// Loads a place of any kind; 3D models are extracted.
    pub(crate) fn load(&self, input: &Input) -> Result<Loaded> {
        if !is_model(&input.file) {
            return input.load();
        }
        listen_for_interruptions()?;
        let (imported, seconds) = self.read(input)?;
        input.tell(&imported.notes, &[]);
        let built = input.build(&imported)?;
        Ok(Loaded { built, imported: Some(imported), read_ms: seconds * 1e3 })
    }
}
