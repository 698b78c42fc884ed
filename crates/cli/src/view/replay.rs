//! A recorded run: frames out of a file of trajectories, when somebody asks for them.

use std::path::Path;

use anyhow::{Context, Result};
use std::sync::Arc;
use throng_mesh::Mesh;

use super::facts::{Facts, Snapshot, bounds_of_all};
use super::frame::{Body, Head, WAITS, WALKS, encode};
use crate::trajectory::{Body as Row, Trajectory};

/// So many frames are looked at for numbers over time.
const SAMPLES: u32 = 100;
/// Whoever is slower than this stands. (m/s)
const STANDS: f32 = 0.05;

/// A recorded run.
#[derive(Debug)]
pub(super) struct Replay {
    file: Trajectory,
    title: String,
    low: [f64; 3],
    num_layers: u32,
    has_heights: bool,
    /// The frame that was read last, and its number.
    last: Option<(u32, Vec<Row>)>,
    heads: Option<Vec<Head>>,
}

impl Replay {
    pub(super) fn open(path: &Path) -> Result<Self> {
        let file = Trajectory::open(path)?;
        let title = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        Ok(Self { file, title, low: [0.0; 3], num_layers: 1, has_heights: false, last: None, heads: None })
    }

    /// The place, and what there is to know.
    pub(super) fn place(&mut self, room: &str) -> Result<(Facts, Snapshot)> {
        let scene = self.file.scene()?;
        let mesh = Mesh::build(&scene).context("the place of this run gives no mesh")?.mesh;
        let bounds = bounds_of_all(&mesh);
        (self.low, self.has_heights) = (bounds[0], bounds[1][2] > bounds[0][2]);
        self.num_layers = mesh.num_layers() as u32;
        let facts = Facts {
            room: room.to_owned(),
            title: self.title.clone(),
            kind: "trajectory",
            profiles: self.file.profiles.clone(),
            goals: Vec::new(),
            areas: Vec::new(),
            doors: Vec::new(),
            step: 1.0 / self.file.fps,
            duration: Some(f64::from(self.num_frames()) / self.file.fps),
            bounds,
            has_heights: self.has_heights,
        };
        Ok((facts, Snapshot { mesh, obstacles: Vec::new() }))
    }

    pub(super) fn num_frames(&self) -> u32 {
        u32::try_from(self.file.num_frames).unwrap_or(u32::MAX)
    }

    /// Some frames, up to a number of bytes, but at least one if there is any.
    pub(super) fn frames(
        &mut self,
        [from, to, every]: [u32; 3],
        most_bytes: usize,
    ) -> Result<Vec<Arc<Vec<u8>>>> {
        let mut frames = Vec::new();
        let mut sum = 0;
        let end = to.min(self.num_frames().saturating_sub(1));
        for step in (from..=end).step_by(every.max(1) as usize) {
            let (head, bodies) = self.frame(step)?;
            let bytes = encode(&head, &bodies, self.low, self.has_heights);
            sum += bytes.len();
            if sum > most_bytes && !frames.is_empty() {
                break;
            }
            frames.push(Arc::new(bytes));
        }
        Ok(frames)
    }

    /// Numbers over time, of some frames.
    pub(super) fn heads(&mut self) -> Result<Vec<Head>> {
        if let Some(heads) = &self.heads {
            return Ok(heads.clone());
        }
        let every = self.num_frames().div_ceil(SAMPLES).max(1);
        let heads: Result<Vec<Head>> =
            (0..self.num_frames()).step_by(every as usize).map(|step| Ok(self.frame(step)?.0)).collect();
        self.heads = Some(heads?);
        Ok(self.heads.clone().unwrap_or_default())
    }

    /// Everybody at a step. Speeds follow from where they were before.
    fn frame(&mut self, step: u32) -> Result<(Head, Vec<Body>)> {
        let before = match self.last.take() {
            Some((last, rows)) if last + 1 == step => rows,
            _ if step > 0 => self.file.frame(step as usize - 1)?,
            _ => Vec::new(),
        };
        let rows = self.file.frame(step as usize)?;
        let fps = self.file.fps;
        let mut head = Head {
            step,
            time: (self.file.first_frame as f64 + f64::from(step)) / fps,
            count: rows.len() as u32,
            ..Head::default()
        };
        let (mut walking, mut sum, mut next) = (0u32, 0.0, 0);
        let bodies = rows.iter().map(|row| {
            while before.get(next).is_some_and(|earlier| earlier.id < row.id) {
                next += 1;
            }
            let earlier = before.get(next).filter(|earlier| earlier.id == row.id);
            let speed = earlier.map_or(0.0, |earlier| {
                let [x, y] = [0, 1].map(|k| row.at[k] - earlier.at[k]);
                ((x * x + y * y).sqrt() * fps) as f32
            });
            let walks = speed > STANDS;
            if walks {
                (walking, sum) = (walking + 1, sum + speed);
            }
            Body {
                id: row.id,
                at: [row.at[0], row.at[1], row.z.unwrap_or(self.low[2])],
                // What is on no layer of the scene is shown on the last one.
                layer: row.layer.min(self.num_layers.saturating_sub(1)) as u16,
                heading: row.heading,
                speed,
                state: if walks { WALKS } else { WAITS },
                goal: 0,
                profile: row.profile.min(255) as u8,
                radius: row.radius,
            }
        });
        let bodies = bodies.collect();
        head.mean_speed = if walking > 0 { sum / walking as f32 } else { 0.0 };
        self.last = Some((step, rows));
        Ok((head, bodies))
    }
}
