//! Places of several layers, glued along seams: a ramp that overlaps itself, and a worst case for opening seams.

use super::{Random, Segment};
use crate::site::{GridPoint, Side};
use crate::surface::{Border, SeamId, Surface};
use crate::{Diagram, InsertError};

/// Layers as closed rings, counter-clockwise, with obstacles inside, and the seams between them.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// Segments of each layer; those of the ring have the layer on their left. One of length zero is a point.
    pub layers: Vec<Vec<Segment>>,
    /// Pairs of (layer, index of the segment in it).
    pub seams: Vec<[(usize, usize); 2]>,
}

impl Place {
    /// Builds the diagram of each layer and glues them; all seams are closed.
    ///
    /// # Errors
    /// If a layer's segments meet.
    ///
    /// # Panics
    /// If a seam is not the same segment on both of its layers.
    pub fn build(&self) -> Result<Surface, InsertError> {
        let built = self.layers.iter().map(|segments| Diagram::of_segments(segments));
        let built = built.collect::<Result<Vec<_>, _>>()?;
        let mut surface = Surface::new(built.iter().map(|built| built.diagram.clone()));
        for seam in &self.seams {
            let [one, two] = seam.map(|(layer, index)| Border {
                segment: surface.segment(layer, built[layer].segments[index].expect("a seam has a length")),
                layer: Side::Left,
            });
            surface.glue(one, two).expect("both layers have the segment");
        }
        Ok(surface)
    }

    /// Ids of all seams, in order.
    pub fn seam_ids(&self) -> Vec<SeamId> {
        (0..self.seams.len() as u32).map(SeamId).collect()
    }

    fn ring(&mut self, corners: &[GridPoint]) {
        let next = corners.iter().cycle().skip(1);
        self.layers.push(corners.iter().zip(next).map(|(&a, &b)| [a, b]).collect());
    }
}

/// A spiral ramp round a pillar: `turns` full turns of `per_turn` layers each, four corners a layer. From above all
/// turns lie on top of each other.
pub fn spiral(turns: usize, per_turn: usize) -> Place {
    spiral_between(turns, per_turn, [4_000.0, 14_000.0])
}

/// A spiral ramp round a thin pole: from near the pole one sees the walls of more than a full turn, so that the
/// neighbors of one seam overlap each other from above (figure 6 of the paper).
pub fn tight_spiral(turns: usize, per_turn: usize) -> Place {
    spiral_between(turns, per_turn, [150.0, 9_000.0])
}

/// Sectors round one common point: with `closed` the last is glued to the first and the point is inside the surface.
pub fn fan(sectors: usize, closed: bool) -> Place {
    let mut place = Place::default();
    let rim = |k: usize| {
        let (cos, sin) = turn_by(k % sectors, sectors);
        GridPoint::new((9_000.0 * cos).round() as i32, (9_000.0 * sin).round() as i32)
    };
    for k in 0..sectors {
        place.ring(&[GridPoint::new(0, 0), rim(k), rim(k + 1)]);
        if k > 0 {
            place.seams.push([(k - 1, 2), (k, 0)]);
        }
    }
    if closed {
        place.seams.push([(sectors - 1, 2), (0, 0)]);
    }
    place
}

fn spiral_between(turns: usize, per_turn: usize, [inner, outer]: [f64; 2]) -> Place {
    let mut place = Place::default();
    // Points on two circles, by repeated rotation; the same for each turn.
    let corner = |k: usize, radius: f64| {
        let (cos, sin) = turn_by(k % per_turn, per_turn);
        GridPoint::new((radius * cos).round() as i32, (radius * sin).round() as i32)
    };
    for k in 0..turns * per_turn {
        place.ring(&[corner(k, inner), corner(k, outer), corner(k + 1, outer), corner(k + 1, inner)]);
        if k > 0 {
            place.seams.push([(k - 1, 2), (k, 0)]);
        }
    }
    place
}

/// A ramp cut into `layers` thin layers over a ground floor with a row of `obstacles` points in front of it: opened from the
/// bottom up, every seam has all obstacles as neighbors (figure 11 of the paper).
pub fn ramp(layers: usize, obstacles: usize) -> Place {
    let mut place = Place::default();
    let (width, depth, step) = (20_000, 40_000, 40);
    let at = GridPoint::new;
    place.ring(&[at(0, -depth), at(width, -depth), at(width, 0), at(0, 0)]);
    let mut random = Random::new(7);
    for k in 0..obstacles {
        // On a shallow arc, so that all of them are near the seam's line and none hides another.
        let x = (k as i32 + 1) * width / (obstacles as i32 + 1);
        let bulge = i64::from(x) * i64::from(width - x) / i64::from(4 * width);
        let p = at(x, -depth / 2 - bulge as i32 - random.range(0, 3));
        place.layers[0].push([p, p]);
    }
    for k in 0..layers as i32 {
        place.ring(&[at(0, k * step), at(width, k * step), at(width, (k + 1) * step), at(0, (k + 1) * step)]);
        place.seams.push([(k as usize, 2), (k as usize + 1, 0)]);
    }
    place
}

/// Cosine and sine of k / n of a full turn, from square roots and products only: the same bits everywhere.
fn turn_by(k: usize, n: usize) -> (f64, f64) {
    // Halve the full turn until below the step, and add up halves: angle k / n in binary, 40 digits.
    let (mut cos, mut sin) = (1.0f64, 0.0f64);
    let (mut half_cos, mut half_sin) = (-1.0f64, 0.0f64);
    let mut rest = 2 * k % (2 * n);
    for _ in 0..40 {
        if rest >= n {
            (cos, sin) = (cos * half_cos - sin * half_sin, sin * half_cos + cos * half_sin);
            rest -= n;
        }
        rest *= 2;
        let next_cos = ((1.0 + half_cos) / 2.0).sqrt();
        half_sin = ((1.0 - half_cos) / 2.0).sqrt();
        half_cos = next_cos;
    }
    (cos, sin)
}
