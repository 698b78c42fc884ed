//! What is walkable of each floor: facets less the shadows of what stands and hangs above them.
//!
//! The definition. A point of a floor (see [`super::soup::Lean`]) is walkable unless, on the vertical line through it,
//!   a. another floor is above it by less than the head room: the higher one takes the place, and of facets at one height that with the lower number;
//!   b. any surface is above it by more than a step and less than the head room;
//!   c. surfaces within a step, those that face up counted as 1 and those that face down as -1, add up to less than 0: then the height of
//!      a step is inside of something that begins below it. Low things that end below a step are stepped over;
//!   d. the point a step above it is inside of a solid: the floor under a wall.
//!
//! A gap of exactly the head room can be walked. Upright triangles have no area. Those of open bodies are thin walls where they reach into
//! the space between a step and the head room: slits, lines without width.
//!
//! Idea. Each rule speaks of the part of a triangle between two planes parallel to the floor. Clip the triangle, look at it from above, and the rules
//! are sums of signed areas: fill rules of polygon booleans. No solid is ever built.
//!
//! 1. Find triangles above the facet by a tree of boxes; for rule d also those of solids that reach through the height of a step.
//! 2. Clip each, and drop it if it does not share area with the facet.
//! 3. Sum rule c by the negative fill rule, rule d by the positive one; unite both with what a and b forbid.
//! 4. Subtract it from the facet, on the grid.
//!
//! Invariant: the result is inside the facet. Facets without shadows, which are most of a terrain, come back whole and untouched.
//! Cost: the number of triangles above each other, times the logarithm of those above one facet. Facets run in parallel.
//! Degenerate: floors in one plane are told apart by their numbers; clipping rounds to the grid, and what it leaves is sewn up later.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay::Overlay;
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::i_float::int::point::IntPoint;
use rayon::prelude::*;

use super::boxes::{Bounds, Boxes, around};
use super::extraction::{ExtractError, ExtractStage, Watch};
use super::facets::{Facet, Facets, Plane};
use super::flat::{Spot, triangles_overlap};
use super::soup::{BodyKind, Lean, Soup};
use super::tolerance::{HOVER, PER_METER, SAME};

/// What is walkable of a facet.
#[derive(Clone, Debug)]
pub(crate) enum Floor {
    /// All of it.
    Whole,
    /// What is inside of these edges, which have it on their left. May be none.
    Cut(Vec<[Spot; 2]>),
}

/// The result for one facet.
#[derive(Clone, Debug)]
pub(crate) struct Cleared {
    pub(crate) floor: Floor,
    /// Thin walls on it, not clipped to it.
    pub(crate) slits: Vec<[Spot; 2]>,
}

/// Step and head room. \[units\]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body {
    pub(crate) step: f64,
    pub(crate) head: f64,
}

impl Body {
    pub(crate) fn new(step: f64, head_room: f64) -> Self {
        // Settings are rounded to the grid, so that a gap of exactly the head room is one.
        Self { step: (step * PER_METER).round(), head: (head_room * PER_METER).round() }
    }
}

/// Everything that can be above a floor.
pub(crate) struct Overhead<'s> {
    soup: &'s Soup,
    boxes: Boxes,
    solids: Boxes,
    /// Highest point of each solid in `solids`.
    tops: Vec<i32>,
}

impl<'s> Overhead<'s> {
    pub(crate) fn new(soup: &'s Soup) -> Self {
        let bounds: Vec<Bounds> =
            (0..soup.triangles.len() as u32).into_par_iter().map(|t| around(soup.corners(t))).collect();
        let solid = || soup.bodies.iter().filter(|body| body.kind == BodyKind::Solid);
        let solids: Vec<Bounds> = solid().map(|body| [body.low, body.high]).collect();
        let tops = solid().map(|body| body.high[2]).collect();
        Self { soup, boxes: Boxes::new(&bounds), solids: Boxes::new(&solids), tops }
    }

    /// What is walkable of all facets.
    pub(crate) fn clear(
        &self,
        facets: &Facets,
        body: Body,
        watch: Watch<'_>,
    ) -> Result<Vec<Cleared>, ExtractError> {
        let (done, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let total = facets.facets.len();
        let cleared = (0..total as u32)
            .into_par_iter()
            .map_init(Shadows::default, |shadows, facet| {
                let so_far = done.fetch_add(1, Ordering::Relaxed);
                if so_far.is_multiple_of(1024) && watch(ExtractStage::Floors, so_far, total).is_break() {
                    stop.store(true, Ordering::Relaxed);
                }
                if stop.load(Ordering::Relaxed) {
                    return Cleared { floor: Floor::Whole, slits: Vec::new() };
                }
                self.clear_facet(facets, facet, body, shadows)
            })
            .collect();
        if stop.load(Ordering::Relaxed) { Err(ExtractError::Interrupted) } else { Ok(cleared) }
    }

    fn clear_facet(&self, facets: &Facets, facet: u32, body: Body, shadows: &mut Shadows) -> Cleared {
        let Facet { plane, bounds, .. } = &facets.facets[facet as usize];
        let own: Vec<[Spot; 3]> = facets
            .triangles_of(facet)
            .iter()
            .map(|&t| self.soup.corners(t).map(|[x, y, _]| [x, y]))
            .collect();
        self.cast(plane, bounds, &own, body, Some((facets, facet)), shadows);
        let slits = std::mem::take(&mut shadows.slits);
        let floor = match shadows.subtract_from(&own) {
            None => Floor::Whole,
            Some(edges) => Floor::Cut(edges),
        };
        Cleared { floor, slits }
    }

    /// Steps 1 and 2: what is above a flat polygon, given as triangles that turn left.
    pub(crate) fn cast(
        &self,
        plane: &Plane,
        bounds: &Bounds,
        own: &[[Spot; 3]],
        body: Body,
        facet: Option<(&Facets, u32)>,
        shadows: &mut Shadows,
    ) {
        shadows.clear();
        let [low, high] = *bounds;
        // Step 1.
        let at_step = [low[2].saturating_add(body.step as i32), high[2].saturating_add(body.step as i32)];
        let mut top = high[2].saturating_add(body.head as i32);
        let through = [[low[0], low[1], at_step[0]], [high[0], high[1], at_step[1]]];
        self.solids.overlapping(&through, |solid| top = top.max(self.tops[solid as usize]));
        let column = [[low[0], low[1], low[2] - 1], [high[0], high[1], top]];
        let few = own.len() <= 16;
        self.boxes.overlapping(&column, |t| {
            let soup = self.soup;
            if let Some((facets, facet)) = facet
                && facets.facet_of[t as usize] == facet
            {
                return;
            }
            let corners = soup.corners(t);
            let above = corners.map(|corner| plane.above(corner));
            let (least, most) = (above[0].min(above[1]).min(above[2]), above[0].max(above[1]).max(above[2]));
            let lean = soup.leans[t as usize];
            let own_body = &soup.bodies[soup.body_of[t as usize] as usize];
            let reaches = |from: f64, to: f64| most > from && least < to;
            if lean == Lean::Upright {
                if own_body.kind == BodyKind::Open && reaches(body.step, body.head) {
                    shadows.slits.extend(slit(corners, above, body, bounds));
                }
                return;
            }
            // Step 2. Numbers decide between floors at one height.
            let same = match facet {
                Some((facets, facet)) if facets.facet_of[t as usize] < facet => -SAME,
                _ => SAME,
            };
            let blocks_from = if lean == Lean::Floor { same } else { body.step };
            let solid = own_body.kind == BodyKind::Solid
                && own_body.low[2] <= at_step[1]
                && own_body.high[2] >= at_step[0]
                && most > body.step;
            let blocks = reaches(blocks_from, body.head);
            let is_low = lean != Lean::Floor && most > HOVER && least <= body.step;
            if !(blocks || is_low || solid) {
                return;
            }
            let mut seen = corners.map(|[x, y, _]| [x, y]);
            if lean == Lean::Down {
                seen.swap(1, 2);
            }
            if few && !own.iter().any(|triangle| triangles_overlap(triangle, &seen)) {
                return;
            }
            if blocks {
                shadows.blockers.extend(clip(corners, above, blocks_from, body.head, false));
            }
            if is_low {
                shadows.has_low_ceilings |= lean == Lean::Down;
                shadows.low.extend(clip(corners, above, HOVER, body.step, true));
            }
            if solid {
                shadows.solid.extend(clip(corners, above, body.step, f64::INFINITY, true));
            }
        });
    }
}

type Contour = Vec<IntPoint<i32>>;

/// Parts of triangles that are above a facet, seen from above.
#[derive(Default)]
pub(crate) struct Shadows {
    /// Forbidden by rules a and b; all turn left.
    blockers: Vec<Contour>,
    /// For rule c: they turn left where they face up.
    low: Vec<Contour>,
    has_low_ceilings: bool,
    /// For rule d, likewise.
    solid: Vec<Contour>,
    /// Thin walls.
    pub(crate) slits: Vec<[Spot; 2]>,
}

impl Shadows {
    fn clear(&mut self) {
        self.blockers.clear();
        self.low.clear();
        self.solid.clear();
        self.slits.clear();
        self.has_low_ceilings = false;
    }

    /// Steps 3 and 4: what is left of a polygon, as edges that have it on their left; `None` if all of it.
    pub(crate) fn subtract_from(&mut self, own: &[[Spot; 3]]) -> Option<Vec<[Spot; 2]>> {
        // Step 3.
        for (contours, rule) in [(&self.low, FillRule::Negative), (&self.solid, FillRule::Positive)] {
            let counts = match rule {
                FillRule::Negative => self.has_low_ceilings,
                _ => true,
            };
            if counts && !contours.is_empty() {
                let shapes = Overlay::from_subj(contours).overlay(OverlayRule::Subject, rule);
                // These are in the order of the fill rule; united with others they must all turn left.
                self.blockers.extend(shapes.into_iter().flat_map(turned_left));
            }
        }
        if self.blockers.is_empty() {
            return None;
        }
        // Step 4.
        let subject: Vec<Contour> = own.iter().map(|triangle| triangle.map(point).to_vec()).collect();
        let left = Overlay::from_subj_and_clip(&subject, &self.blockers)
            .overlay(OverlayRule::Difference, FillRule::NonZero);
        let mut edges = Vec::new();
        for contour in left.iter().flatten() {
            let next = contour.iter().cycle().skip(1);
            edges.extend(contour.iter().zip(next).map(|(a, b)| [[a.x, a.y], [b.x, b.y]]));
        }
        Some(edges)
    }
}

fn point([x, y]: Spot) -> IntPoint<i32> {
    IntPoint::new(x, y)
}

/// The contours of a shape so that the outer one turns left and holes turn right.
fn turned_left(shape: Vec<Contour>) -> impl Iterator<Item = Contour> {
    shape.into_iter().enumerate().map(|(index, mut contour)| {
        let twice: i64 = contour
            .iter()
            .zip(contour.iter().cycle().skip(1))
            .map(|(a, b)| i64::from(a.x) * i64::from(b.y) - i64::from(b.x) * i64::from(a.y))
            .sum();
        if (twice > 0) != (index == 0) {
            contour.reverse();
        }
        contour
    })
}

/// The part of a triangle that is above a plane by more than one height and less than another, seen from above. It turns left, or, if
/// `signed`, as the triangle does. `None` if nothing is left of it on the grid.
fn clip(corners: [[i32; 3]; 3], above: [f64; 3], from: f64, to: f64, signed: bool) -> Option<Contour> {
    let mut shape: [[f64; 3]; 8] = [[0.0; 3]; 8];
    for k in 0..3 {
        shape[k] = [f64::from(corners[k][0]), f64::from(corners[k][1]), above[k]];
    }
    let mut count = cut(&mut shape, 3, from, 1.0);
    count = cut(&mut shape, count, to, -1.0);
    let mut contour: Contour = Vec::with_capacity(count);
    for &[x, y, _] in &shape[..count] {
        let at = IntPoint::new(x.round() as i32, y.round() as i32);
        if contour.last() != Some(&at) {
            contour.push(at);
        }
    }
    while contour.len() > 1 && contour.first() == contour.last() {
        contour.pop();
    }
    if contour.len() < 3 {
        return None;
    }
    let origin = contour[0];
    let twice: i64 = contour
        .windows(2)
        .map(|pair| {
            let d = |p: IntPoint<i32>| {
                (i64::from(p.x) - i64::from(origin.x), i64::from(p.y) - i64::from(origin.y))
            };
            let ((ax, ay), (bx, by)) = (d(pair[0]), d(pair[1]));
            ax * by - bx * ay
        })
        .sum();
    if twice == 0 {
        return None;
    }
    if !signed && twice < 0 {
        contour.reverse();
    }
    Some(contour)
}

/// Keeps the part of a convex polygon where `sign * (height - limit) >= 0`; says how many corners it has.
fn cut(shape: &mut [[f64; 3]; 8], count: usize, limit: f64, sign: f64) -> usize {
    if limit.is_infinite() {
        return count;
    }
    let whole = *shape;
    let side = |corner: &[f64; 3]| sign * (corner[2] - limit);
    let mut kept = 0;
    for k in 0..count {
        let (a, b) = (&whole[k], &whole[(k + 1) % count]);
        let (at_a, at_b) = (side(a), side(b));
        if at_a >= 0.0 {
            shape[kept] = *a;
            kept += 1;
        }
        if (at_a > 0.0 && at_b < 0.0) || (at_a < 0.0 && at_b > 0.0) {
            // In one direction always, so that triangles on both sides of an edge are cut in the same place.
            let (low, high, at_low, at_high) =
                if (a[0], a[1]) < (b[0], b[1]) { (a, b, at_a, at_b) } else { (b, a, at_b, at_a) };
            let t = at_low / (at_low - at_high);
            shape[kept] = [low[0] + t * (high[0] - low[0]), low[1] + t * (high[1] - low[1]), limit];
            kept += 1;
        }
    }
    kept
}

/// The line of an upright triangle where it is above a plane by more than a step and less than the head room, as far as it is within a box.
fn slit(corners: [[i32; 3]; 3], above: [f64; 3], body: Body, bounds: &Bounds) -> Option<[Spot; 2]> {
    let mut shape: [[f64; 3]; 8] = [[0.0; 3]; 8];
    for k in 0..3 {
        shape[k] = [f64::from(corners[k][0]), f64::from(corners[k][1]), above[k]];
    }
    let mut count = cut(&mut shape, 3, body.step, 1.0);
    count = cut(&mut shape, count, body.head, -1.0);
    let shape = &shape[..count];
    // A band of no height is none: what ends exactly at a step does not count.
    let heights = shape.iter().map(|corner| corner[2]);
    let (low, high) = heights.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), z| (l.min(z), h.max(z)));
    if count < 2 || high - low < 1.0 {
        return None;
    }
    // The two that are farthest apart, along the longer of both directions.
    let width = |k: usize| {
        let values = shape.iter().map(|corner| corner[k]);
        let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)));
        high - low
    };
    let k = usize::from(width(1) > width(0));
    let first = shape.iter().min_by(|a, b| a[k].total_cmp(&b[k]))?;
    let last = shape.iter().max_by(|a, b| a[k].total_cmp(&b[k]))?;
    let mut ends = [[first[0], first[1]], [last[0], last[1]]];
    // Within the box, with some room, so that it still reaches over the border.
    const ROOM: f64 = 24.0;
    for k in 0..2 {
        let (low, high) = (f64::from(bounds[0][k]) - ROOM, f64::from(bounds[1][k]) + ROOM);
        let [a, b] = ends;
        if (a[k] < low && b[k] < low) || (a[k] > high && b[k] > high) {
            return None;
        }
        let at = |limit: f64| {
            let t = (limit - a[k]) / (b[k] - a[k]);
            [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]
        };
        for (end, own) in ends.iter_mut().zip([a, b]) {
            if own[k] < low {
                *end = at(low);
            } else if own[k] > high {
                *end = at(high);
            }
        }
    }
    let ends = ends.map(|[x, y]| [x.round() as i32, y.round() as i32]);
    (ends[0] != ends[1]).then_some(ends)
}
