//! Changes for a picture: obstacles that come, doors that close and open, and the place before and after.

use anyhow::{Context, Result, bail};
use clap::Args;
use throng_mesh::{Change, ConnectionId, Event, LayerId, LiveMesh, Mesh, Obstacle, Scene};

use super::layer_named;
use crate::changes::why_refused;
use crate::picture::{PictureStyle, Tint, palette};

#[derive(Debug, Args)]
#[command(next_help_heading = "Changes")]
pub(super) struct ChangeOptions {
    /// An obstacle that comes, by its corners (m): one is a point, two are a line; further rings, such as holes, after a semicolon; may
    /// be given several times
    #[arg(long, value_name = "[LAYER:]X,Y X,Y …[; X,Y …]", allow_hyphen_values = true)]
    insert: Vec<String>,
    /// A connection that closes, by its number in the scene; several if separated by commas
    #[arg(long, value_name = "N", value_delimiter = ',')]
    close: Vec<u32>,
    /// A connection that was closed and opens; several if separated by commas
    #[arg(long, value_name = "N", value_delimiter = ',')]
    open: Vec<u32>,
    /// The place before and after, beside each other, with the affected region, cells that went and cells that came
    #[arg(long)]
    before_after: bool,
    /// Outline the affected region, and tint the cells that came
    #[arg(long)]
    affected: bool,
}

/// A place before and after a change.
pub(super) struct Changed {
    pub(super) before: Mesh,
    pub(super) after: Mesh,
    pub(super) event: Event,
    newcomers: Vec<Obstacle>,
}

impl ChangeOptions {
    /// Carries out the changes; nothing if there are none.
    pub(super) fn apply(&self, mesh: &Mesh, scene: Option<&Scene>) -> Result<Option<Changed>> {
        let mut changes = Vec::new();
        for text in &self.insert {
            changes.push(Change::Insert(obstacle(mesh, text)?));
        }
        changes.extend(self.close.iter().map(|&id| Change::Close(ConnectionId(id))));
        changes.extend(self.open.iter().map(|&id| Change::Open(ConnectionId(id))));
        if changes.is_empty() {
            if self.before_after || self.affected {
                bail!("nothing changes: give --insert, --close or --open");
            }
            return Ok(None);
        }
        let scene = scene
            .context("a saved mesh does not know its scene and cannot change; give the scene file instead")?;
        let mut live = LiveMesh::build(scene)?;
        let apply = |live: &mut LiveMesh, changes: &[Change]| match live.apply(changes) {
            Ok((_, event)) => Ok(event),
            Err(refused) => Err(anyhow::anyhow!(why_refused(live, changes, &refused))),
        };
        if !self.open.is_empty() {
            let closed: Vec<Change> = self.open.iter().map(|&id| Change::Close(ConnectionId(id))).collect();
            apply(&mut live, &closed)?;
        }
        let before = live.snapshot();
        let event = apply(&mut live, &changes)?;
        let newcomers = changes.into_iter().filter_map(|change| match change {
            Change::Insert(obstacle) => Some(obstacle),
            _ => None,
        });
        Ok(Some(Changed { before, after: live.snapshot(), event, newcomers: newcomers.collect() }))
    }

    /// Whether the picture shows the place before, too.
    pub(super) fn shows_before(&self) -> bool {
        self.before_after
    }

    /// Adds to a picture what is to be seen of a change: in the place before it, or after it.
    pub(super) fn mark(&self, changed: &Changed, is_before: bool, style: &mut PictureStyle) {
        if !is_before {
            style.newcomers.clone_from(&changed.newcomers);
        }
        if self.before_after || self.affected {
            style.affected.clone_from(&changed.event.affected);
            style.tints.push(if is_before {
                Tint { cells: changed.event.cells_removed.clone(), color: palette::REMOVED, label: "removed" }
            } else {
                Tint { cells: changed.event.cells_added.clone(), color: palette::ADDED, label: "added" }
            });
        }
        if self.before_after {
            style.caption = Some(if is_before { "before" } else { "after" }.to_owned());
        }
    }
}

/// An obstacle: the layer, if there are several, and the corners of its rings. No corner has a colon, but the name of a layer may.
fn obstacle(mesh: &Mesh, text: &str) -> Result<Obstacle> {
    let (layer, corners) = match text.rsplit_once(':') {
        Some((name, corners)) => (layer_named(mesh, name.trim())?, corners),
        None if mesh.num_layers() == 1 => (LayerId(0), text),
        None => bail!("\"{text}\" needs a layer: layer:x,y x,y"),
    };
    let corner = |text: &str| {
        let (x, y) = text.split_once(',')?;
        Some([x.parse().ok()?, y.parse().ok()?])
    };
    let rings =
        corners.split(';').map(|ring| ring.split_whitespace().map(corner).collect::<Option<Vec<_>>>());
    let rings = rings.collect::<Option<Vec<_>>>();
    let mut obstacle = Obstacle::new(layer, Vec::new());
    obstacle.rings =
        rings.with_context(|| format!("\"{text}\" is not an obstacle; one looks like 1,2 3,4 3,6"))?;
    Ok(obstacle)
}
