//! Splitting triangles until they follow the heights.
//!
//! Idea. A triangle is split at the middle of its longest side, together with the one across, so that there are no cracks. If that side is not the longest
//! of the one across, that one is split first, and so on: sides only get longer on the way, so it ends.
//!
//! 1. Take a triangle that is off. Stop if its longest side is short enough.
//! 2. Go across longest sides to two triangles that share theirs, or to the border.
//! 3. Split there, and look at what came of it again. Repeat until the triangle itself was split.
//!
//! Cost: a few triangles for each that is off. Angles do not get smaller than half of what they were.
//! M.-C. Rivara, New longest-edge algorithms for the refinement and/or improvement of unstructured triangulations, 1997,
//! doi:10.1002/(SICI)1097-0207(19970930)40:18<3313::AID-NME214>3.0.CO;2-#.

use std::collections::BTreeMap;

use crate::plane::{Point, distance_sq};
use crate::surface::{LEAST_SIDE, MOST_TRIANGLES, Surface, TOLERANCE};

/// Triangles that are being split.
pub(crate) struct Refiner<'a, F> {
    surface: &'a mut Surface,
    height: F,
    /// The triangle on the left of each side.
    left: BTreeMap<[u32; 2], u32>,
}

impl<'a, F: Fn(Point) -> f64> Refiner<'a, F> {
    pub(crate) fn new(surface: &'a mut Surface, height: F) -> Self {
        let sides = |(t, &[a, b, c]): (u32, &[u32; 3])| [([a, b], t), ([b, c], t), ([c, a], t)];
        let left = (0..).zip(&surface.triangles).flat_map(sides).collect();
        Self { surface, height, left }
    }

    /// Splits what is off.
    pub(crate) fn refine(&mut self) {
        let mut open: Vec<u32> = (0..self.surface.triangles.len() as u32).rev().collect();
        while let Some(t) = open.pop() {
            // Step 1.
            if self.surface.triangles.len() >= MOST_TRIANGLES {
                return;
            }
            let is_long = self.length_sq(self.longest(t)) > LEAST_SIDE * LEAST_SIDE;
            if !is_long || !self.is_off(t) {
                continue;
            }
            // Steps 2 and 3.
            loop {
                let last = self.last_across(t);
                let across = self.split(last, &mut open);
                if last == t || across == Some(t) {
                    break;
                }
            }
        }
    }

    /// Whether the middle of a triangle or of one of its sides is above or below the heights.
    fn is_off(&self, t: u32) -> bool {
        let corners = self.surface.triangles[t as usize].map(|c| self.surface.corners[c as usize]);
        let is_off = |[x, y, z]: [f64; 3]| ((self.height)([x, y]) - z).abs() > TOLERANCE;
        let [a, b, c] = corners;
        let middle = |p: [f64; 3], q: [f64; 3]| [0, 1, 2].map(|k| (p[k] + q[k]) / 2.0);
        is_off([0, 1, 2].map(|k| (a[k] + b[k] + c[k]) / 3.0))
            || [(a, b), (b, c), (c, a)].into_iter().any(|(p, q)| is_off(middle(p, q)))
    }

    fn length_sq(&self, side: [u32; 2]) -> f64 {
        let [a, b] = side.map(|c| self.surface.corners[c as usize]).map(|[x, y, _]| [x, y]);
        distance_sq(a, b)
    }

    /// The longest side of a triangle; of several the one with the larger corners, so that both of its triangles agree.
    fn longest(&self, t: u32) -> [u32; 2] {
        let [a, b, c] = self.surface.triangles[t as usize];
        let key = |side: [u32; 2]| (self.length_sq(side), side[0].max(side[1]), side[0].min(side[1]));
        let longer = |one: [u32; 2], two: [u32; 2]| {
            let (p, q) = (key(one), key(two));
            if p.0.total_cmp(&q.0).then((p.1, p.2).cmp(&(q.1, q.2))).is_ge() { one } else { two }
        };
        longer(longer([a, b], [b, c]), [c, a])
    }

    /// Step 2.
    fn last_across(&self, t: u32) -> u32 {
        let mut t = t;
        loop {
            let [a, b] = self.longest(t);
            match self.left.get(&[b, a]) {
                Some(&across) if self.longest(across) != [b, a] => t = across,
                _ => return t,
            }
        }
    }

    /// Step 3: a triangle at the middle of its longest side, which is that of the triangle across too. Returns that one.
    fn split(&mut self, t: u32, open: &mut Vec<u32>) -> Option<u32> {
        let [a, b] = self.longest(t);
        let [p, q] = [a, b].map(|c| self.surface.corners[c as usize]);
        let at = [0, 1].map(|k| (p[k] + q[k]) / 2.0);
        let middle = self.surface.corners.len() as u32;
        self.surface.corners.push([at[0], at[1], (self.height)(at)]);
        let across = self.left.get(&[b, a]).copied();
        for (t, [a, b]) in [(Some(t), [a, b]), (across, [b, a])] {
            let Some(t) = t else { continue };
            let c = self.surface.triangles[t as usize]
                .into_iter()
                .find(|&c| c != a && c != b)
                .expect("a triangle has three corners");
            let new = self.surface.triangles.len() as u32;
            self.surface.triangles[t as usize] = [a, middle, c];
            self.surface.triangles.push([middle, b, c]);
            self.left.remove(&[a, b]);
            for (t, [a, b, c]) in [(t, [a, middle, c]), (new, [middle, b, c])] {
                self.left.extend([([a, b], t), ([b, c], t), ([c, a], t)]);
            }
            open.extend([t, new]);
        }
        across
    }
}
