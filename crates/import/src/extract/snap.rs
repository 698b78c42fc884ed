//! Corners on the grid, and which of them are one.
//!
//! Idea. Files whose triangles share corners are taken as they are. Only where edges do not fit, as after an export that moved every
//! triangle by itself, corners are joined over more than rounding.
//!
//! 1. Round to the grid of 0.1 mm, counted from the lower corner of the model. What falls together is one.
//! 2. Find corners closer than [`WELD`] to others. Most models have none, and are done.
//! 3. A corner of a part is *frayed* if an edge of the part ends there that is not used equally often both ways.
//! 4. Join frayed ones of one part that are apart by rounding, and what is frayed after that if it is closer than [`WELD`]. The result of the latter
//!    is *rough*: where its triangles are cut, more tolerance is needed. Parts are joined one by one, because bodies are within parts, and a
//!    cupboard that stands 0.4 mm off its neighbor does so.
//! 5. If many are rough, all are: then every triangle was moved by itself, and some were lucky.
//!
//! Invariant: only what is frayed moves farther than to the grid.
//! Cost: expected linear, but for the sort of edges in step 3.

use rayon::prelude::*;

use super::extraction::ExtractError;
use super::soup::NONE;
use super::tolerance::{MOST, PER_METER, ROUNDING, WELD};
use super::weld::Kept;
use crate::model::Model;

/// One in so many is many.
const MANY: usize = 10;

/// The corners of a model on the grid.
#[derive(Debug)]
pub(crate) struct Snapped {
    /// Where (0, 0, 0) is. \[units\]
    pub(crate) origin: [i64; 3],
    /// \[units\]
    pub(crate) points: Vec<[i32; 3]>,
    /// Which of them are several that did not fit.
    pub(crate) rough: Vec<bool>,
    /// The points of each triangle of the model.
    pub(crate) triangles: Vec<[u32; 3]>,
    /// The part of each triangle.
    pub(crate) parts: Vec<u32>,
}

/// A corner of a part: the part and the point.
type Use = (u32, u32);

impl Snapped {
    pub(crate) fn new(model: &Model) -> Result<Self, ExtractError> {
        // Step 1.
        let (low, used) = survey(model)?;
        let origin = low.map(|v| (v * PER_METER).floor() as i64);
        let snapped: Vec<[i32; 3]> = model
            .vertices
            .par_iter()
            .zip(&used)
            .map(|(at, &used)| {
                let snap = |k: usize| ((at[k] * PER_METER + 0.5).floor() as i64 - origin[k]) as i32;
                if used { [snap(0), snap(1), snap(2)] } else { [0; 3] }
            })
            .collect();
        let mut order: Vec<u32> = (0..snapped.len() as u32).filter(|&v| used[v as usize]).collect();
        order.par_sort_unstable_by_key(|&v| (snapped[v as usize], v));
        let mut points: Vec<[i32; 3]> = Vec::with_capacity(order.len());
        let mut corner_of = vec![NONE; snapped.len()];
        for &vertex in &order {
            let point = snapped[vertex as usize];
            if points.last() != Some(&point) {
                points.push(point);
            }
            corner_of[vertex as usize] = points.len() as u32 - 1;
        }
        let rough = vec![false; points.len()];
        let triangles =
            model.triangles.par_iter().map(|t| t.map(|vertex| corner_of[vertex as usize])).collect();
        let mut own = Self { origin, points, rough, triangles, parts: parts_of(model) };
        // Step 2.
        if own.is_crowded() {
            own.join_frayed(ROUNDING);
            own.join_frayed(WELD);
            own.spread();
        }
        Ok(own)
    }

    /// Step 2.
    fn is_crowded(&self) -> bool {
        let mut kept = Kept::<3>::new(self.points.len());
        for &point in &self.points {
            kept.keep(point);
        }
        (0..self.points.len() as u32)
            .into_par_iter()
            .any(|point| kept.nearest(self.points[point as usize], WELD, |other, _| other != point).is_some())
    }

    /// Step 5.
    fn spread(&mut self) {
        let num_rough = self.rough.iter().filter(|&&rough| rough).count();
        let mut used = vec![false; self.points.len()];
        self.triangles.iter().flatten().for_each(|&point| used[point as usize] = true);
        let num_used = used.iter().filter(|&&used| used).count();
        if num_rough * MANY > num_used {
            self.rough.fill(true);
        }
    }

    /// Steps 3 and 4.
    fn join_frayed(&mut self, reach: i64) {
        let mut frayed = self.frayed();
        // By point, which is by place: the order of the file does not matter.
        frayed.par_sort_unstable_by_key(|&(part, point)| (point, part));
        let mut kept = Kept::<3>::new(frayed.len());
        let mut kept_uses: Vec<Use> = Vec::new();
        let mut moved: Vec<(Use, u32)> = Vec::new();
        for &(part, point) in &frayed {
            let at = self.points[point as usize];
            match kept.nearest(at, reach, |place, _| kept_uses[place as usize].0 == part) {
                Some(place) => {
                    let (_, other) = kept_uses[place as usize];
                    moved.push(((part, point), other));
                    self.rough[other as usize] |= reach > ROUNDING;
                }
                None => {
                    kept.keep(at);
                    kept_uses.push((part, point));
                }
            }
        }
        moved.par_sort_unstable();
        let mut is_moved = vec![false; self.points.len()];
        moved.iter().for_each(|&((_, point), _)| is_moved[point as usize] = true);
        self.triangles.par_iter_mut().zip(&self.parts).for_each(|(triangle, &part)| {
            for point in triangle.iter_mut().filter(|point| is_moved[**point as usize]) {
                if let Ok(found) = moved.binary_search_by_key(&(part, *point), |&(own, _)| own) {
                    *point = moved[found].1;
                }
            }
        });
    }

    /// Step 3.
    fn frayed(&self) -> Vec<Use> {
        let mut sides: Vec<(u32, u64, bool)> = Vec::with_capacity(3 * self.triangles.len());
        for (&[a, b, c], &part) in self.triangles.iter().zip(&self.parts) {
            for (a, b) in [(a, b), (b, c), (c, a)] {
                // An edge of no length has no direction.
                if a != b {
                    sides.push((part, u64::from(a.min(b)) << 32 | u64::from(a.max(b)), a < b));
                }
            }
        }
        sides.par_sort_unstable();
        let mut frayed: Vec<Use> = Vec::new();
        for group in sides.chunk_by(|one, two| (one.0, one.1) == (two.0, two.1)) {
            let forward = group.iter().filter(|side| side.2).count();
            if 2 * forward != group.len() {
                let (part, key, _) = group[0];
                frayed.extend([(part, (key >> 32) as u32), (part, key as u32)]);
            }
        }
        frayed.par_sort_unstable();
        frayed.dedup();
        frayed
    }
}

/// The part of each triangle.
fn parts_of(model: &Model) -> Vec<u32> {
    let mut part_of = vec![0; model.triangles.len()];
    for (index, part) in (0..).zip(&model.parts) {
        let range = part.triangles.start as usize..(part.triangles.end as usize).min(part_of.len());
        if let Some(own) = part_of.get_mut(range) {
            own.fill(index);
        }
    }
    part_of
}

/// The lower corner of what triangles use, and which vertices that is.
fn survey(model: &Model) -> Result<([f64; 3], Vec<bool>), ExtractError> {
    if model.triangles.is_empty() {
        return Err(ExtractError::Empty);
    }
    let mut used = vec![false; model.vertices.len()];
    let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    for (triangle, corners) in model.triangles.iter().enumerate() {
        for &vertex in corners {
            let at = model.vertices.get(vertex as usize).copied().unwrap_or([f64::NAN; 3]);
            if !at.iter().all(|v| v.is_finite()) {
                let [x, y, z] = at;
                let part = part_name(model, triangle);
                return Err(ExtractError::NotFinite { triangle, vertex: vertex as usize, part, x, y, z });
            }
            used[vertex as usize] = true;
            for k in 0..3 {
                low[k] = low[k].min(at[k]);
                high[k] = high[k].max(at[k]);
            }
        }
    }
    let size = (0..3).map(|k| high[k] - low[k]).fold(0.0, f64::max);
    let far = (0..3).map(|k| high[k].abs().max(low[k].abs())).fold(0.0, f64::max);
    // Beyond a hundred million meters doubles do not tell units of the grid apart.
    if size > MOST || far > 1e8 {
        return Err(ExtractError::TooLarge { size: size.max(far.min(1e300)), most: MOST });
    }
    Ok((low, used))
}

fn part_name(model: &Model, triangle: usize) -> String {
    let part = model.parts.iter().find(|part| part.triangles.contains(&(triangle as u32)));
    part.map(|part| part.name.clone()).unwrap_or_default()
}
