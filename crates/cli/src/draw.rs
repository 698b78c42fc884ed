//! `throng draw`: a picture of a place, its mesh, and routes.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use throng_mesh::{CellId, LayerId, Mesh, Position};

use crate::extract::Extracting;
use crate::input::Input;
use crate::output::{print, write_file};
use crate::picture::{Marker, PictureStyle, Sight, View, panels, png, svg};

mod changes;
mod crowd;
mod routes;

use changes::{ChangeOptions, Changed};
use crowd::{Crowd, CrowdOptions};
use routes::RouteOptions;
pub(crate) use routes::legs;

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    throng draw station --out station.svg --view oblique\n  \
    throng draw city --out city.png --spokes --width 1600\n  \
    throng draw plan.json --layer ground --clearance --out plan.svg\n  \
    throng draw city --see 250,250 --see 100,80 --out sight.svg\n  \
    throng draw city --route 30,20:400,450 --kind all --route-clearance 0.5 --out routes.svg\n  \
    throng draw city --random-routes 500 --route-clearance 0.5 --no-axis --out many.svg\n  \
    throng draw city --insert '240,230 290,230 290,260' --before-after --route 200,240:330,250 --out fence.svg\n  \
    throng draw station --close 4 --before-after --out door.svg\n  \
    throng draw house.ifc --layers --view oblique --out house.svg\n  \
    throng draw city --crowd 300 --crowd-at 52,57 --density-weight 10 --route 30,20:400,450 --out crowd.svg")]
pub(crate) struct Draw {
    #[command(flatten)]
    input: Input,
    /// File to write: .svg or .png
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// How to show several layers
    #[arg(long, value_enum, default_value = "side-by-side")]
    view: Seen,
    /// Show only this layer
    #[arg(long, value_name = "NAME")]
    layer: Option<String>,
    /// How much heights are exaggerated in the oblique view
    #[arg(long, value_name = "FACTOR")]
    lift: Option<f64>,
    /// Width (px)
    #[arg(long, default_value_t = 1200, value_parser = clap::value_parser!(u32).range(64..=20_000))]
    width: u32,
    /// What stands above the picture; the name of the place if not given
    #[arg(long)]
    title: Option<String>,
    /// Lines from bending points to their nearest obstacle points
    #[arg(long)]
    spokes: bool,
    /// A color for each layer, instead of regions
    #[arg(long)]
    layers: bool,
    /// Clearance as color
    #[arg(long)]
    clearance: bool,
    /// Number the cells
    #[arg(long)]
    cell_ids: bool,
    /// Without the medial axis
    #[arg(long)]
    no_axis: bool,
    /// Without names
    #[arg(long)]
    no_labels: bool,
    /// Without title, scale bar and legend
    #[arg(long)]
    bare: bool,
    /// Cells that stand out, by number
    #[arg(long, value_name = "CELL", value_delimiter = ',')]
    cells: Vec<u32>,
    /// What one can see from x,y or x,y,layer; may be given several times
    #[arg(long, value_name = "X,Y[,LAYER]")]
    see: Vec<String>,
    /// Mark x,y or x,y,layer; may be given several times
    #[arg(long, value_name = "X,Y[,LAYER]")]
    mark: Vec<String>,
    #[command(flatten)]
    routes: RouteOptions,
    #[command(flatten)]
    changes: ChangeOptions,
    #[command(flatten)]
    crowd: CrowdOptions,
    #[command(flatten)]
    extracting: Extracting,
}

/// What all panels of a picture show.
struct Shown {
    pairs: Vec<[Position; 2]>,
    crowd: Option<Crowd>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Seen {
    /// All layers from above, beside each other
    SideBySide,
    /// All layers at their heights
    Oblique,
}

impl Draw {
    pub(crate) fn run(&self, json: bool) -> Result<()> {
        let is_png = is_png(&self.out)?;
        let loaded = self.extracting.load(&self.input)?;
        let mesh = &loaded.built.mesh;
        let scene = loaded.imported.as_ref().map(|imported| &imported.scene);
        let changed = self.changes.apply(mesh, scene)?;
        let mesh = changed.as_ref().map_or(mesh, |changed| &changed.before);
        if let Some(&cell) = self.cells.iter().find(|&&cell| !mesh.has_cell(CellId(cell))) {
            bail!("there is no cell {cell}; the mesh has {}", mesh.num_cells());
        }
        let shown =
            Shown { pairs: self.routes.pairs(mesh)?, crowd: self.crowd.gather(mesh, self.routes.seed())? };
        let text = match &changed {
            None => svg(mesh, &self.style(mesh, &shown, true)?),
            Some(changed) => self.panels(changed, &shown)?,
        };
        let bytes = if is_png { png(&text, 1.0).context("cannot draw")? } else { text.into_bytes() };
        write_file(&self.out, &bytes)?;
        if json {
            let mut answer =
                serde_json::json!({"file": self.out.display().to_string(), "bytes": bytes.len()});
            if let Some(Changed { event, .. }) = &changed {
                answer["cells_removed"] = event.cells_removed.len().into();
                answer["cells_added"] = event.cells_added.len().into();
            }
            return print(&answer.to_string());
        }
        print(&format!("{}: {}", self.out.display(), crate::output::bytes(bytes.len())))
    }

    /// The place after a change; before it, too, if that is wanted.
    fn panels(&self, changed: &Changed, shown: &Shown) -> Result<String> {
        let panel = |mesh: &Mesh, is_before: bool| {
            let mut style = self.style(mesh, shown, is_before)?;
            self.changes.mark(changed, is_before, &mut style);
            if self.changes.shows_before() {
                style.width *= 0.5;
            }
            Ok::<_, anyhow::Error>(style)
        };
        let after = panel(&changed.after, false)?;
        if !self.changes.shows_before() {
            return Ok(svg(&changed.after, &after));
        }
        let before = panel(&changed.before, true)?;
        Ok(panels(&[(&changed.before, &before), (&changed.after, &after)]))
    }

    /// What a picture shows of a mesh. With `strict` it is an error if there is no route.
    fn style(&self, mesh: &Mesh, shown: &Shown, strict: bool) -> Result<PictureStyle> {
        let view = match (&self.layer, self.view) {
            (Some(name), _) => View::OneLayer(layer_named(mesh, name)?),
            (None, Seen::SideBySide) if mesh.num_layers() == 1 => View::OneLayer(LayerId(0)),
            (None, Seen::SideBySide) => View::SideBySide,
            (None, Seen::Oblique) => View::Oblique { lift: self.lift },
        };
        let mut sights = Vec::new();
        for text in &self.see {
            sights.push(sight(mesh, position(mesh, text)?)?);
        }
        let mut markers = Vec::new();
        for text in &self.mark {
            markers.push(Marker { position: position(mesh, text)?, label: String::new() });
        }
        let occupancy = shown.crowd.as_ref().map(|crowd| crowd.occupancy(mesh));
        let (routes, corridor) = self.routes.plan(mesh, &shown.pairs, occupancy.as_ref(), strict)?;
        let crowd = shown.crowd.as_ref().zip(occupancy.as_ref());
        let title =
            self.title.clone().or_else(|| Some(mesh.name().to_owned()).filter(|name| !name.is_empty()));
        Ok(PictureStyle {
            view,
            width: f64::from(self.width),
            title: title.filter(|_| !self.bare),
            layer_colors: self.layers,
            clearance: self.clearance,
            axis: !self.no_axis,
            spokes: self.spokes,
            labels: !self.no_labels,
            cell_ids: self.cell_ids,
            scale_bar: !self.bare,
            legend: !self.bare,
            cells: self.cells.iter().map(|&cell| CellId(cell)).collect(),
            sights,
            markers,
            corridor,
            routes,
            crowd: crowd.map(|(crowd, occupancy)| crowd.style(mesh, occupancy)),
            ..PictureStyle::default()
        })
    }
}

/// The bytes of a picture.
pub(crate) fn picture(mesh: &Mesh, style: &PictureStyle, as_png: bool) -> Result<Vec<u8>> {
    let text = svg(mesh, style);
    if as_png { png(&text, 1.0).context("cannot draw") } else { Ok(text.into_bytes()) }
}

fn is_png(file: &Path) -> Result<bool> {
    match file.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase).as_deref() {
        Some("svg") => Ok(false),
        Some("png") => Ok(true),
        _ => bail!("{}: pictures are .svg or .png", file.display()),
    }
}

/// What one can see from a position. The part of it on other layers is drawn where it is seen from above.
fn sight(mesh: &Mesh, eye: Position) -> Result<Sight> {
    let [x, y] = eye.at;
    let seen = mesh.visibility(eye, None).with_context(|| format!("({x}, {y}) is not walkable"))?;
    Ok(Sight { eye: Some(eye), polygons: vec![(seen.polygon, eye.layer)] })
}

fn position(mesh: &Mesh, text: &str) -> Result<Position> {
    let mut parts = text.splitn(3, ',');
    let mut number = || parts.next().and_then(|part| part.trim().parse::<f64>().ok());
    let (Some(x), Some(y)) = (number(), number()) else { bail!("\"{text}\" is not x,y or x,y,layer") };
    let layer = match parts.next() {
        Some(name) => layer_named(mesh, name.trim())?,
        None if mesh.num_layers() == 1 => LayerId(0),
        None => bail!("\"{text}\" needs a layer: x,y,layer"),
    };
    Ok(Position::new([x, y], layer))
}

fn layer_named(mesh: &Mesh, name: &str) -> Result<LayerId> {
    mesh.layer_named(name).with_context(|| {
        let names: Vec<&str> = mesh.layers().take(12).map(|layer| mesh.layer_name(layer)).collect();
        format!("there is no layer \"{name}\"; there are {}", names.join(", "))
    })
}
