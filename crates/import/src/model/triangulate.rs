//! Polygons with holes as triangles, by cutting ears.
//!
//! The idea: a corner of a polygon whose triangle with both neighbors holds no other corner is an ear, and can be cut off. Every
//! simple polygon has two. Holes are first joined to the outside by bridges, along which the border goes both ways.
//!
//! 1. The face is seen along the axis in which its normal is longest: no coordinate is computed, so collinear stays collinear.
//! 2. Each hole is joined by the shortest bridge that crosses nothing.
//! 3. Ears are cut around the border until three corners are left.
//! 4. If there is no ear, the border crosses or touches itself: a corner without area goes first, then any that is convex, then any.
//!
//! Invariant: every edge of the border is an edge of just one triangle, in its direction, and inner edges are used both ways. So a
//! closed surface stays closed; also corners in the middle of a straight edge keep their place.
//!
//! Cost: quadratic in the number of corners at worst; near linear if few corners are reflex.
//! Source: D. Eberly, "Triangulation by ear clipping" (2002), with another way to find bridges.

/// Faces with more corners are not cut: it would take too long.
pub(super) const MOST_CORNERS: usize = 20_000;

/// A face in space as triangles: indices into `points`, which are the corners of all rings, one after another. `ends` are the ends
/// of the rings; the first ring is the outer one. Triangles face to where the outer ring is counterclockwise.
pub(super) fn triangulate_face(points: &[[f64; 3]], ends: &[u32]) -> Vec<[u32; 3]> {
    let outer = ends.first().map_or(0, |&end| end as usize);
    if ends.len() == 1 && outer == 3 {
        return vec![[0, 1, 2]];
    }
    let normal = newell(&points[..outer]);
    // 1. The view.
    let [x, y, z] = normal.map(f64::abs);
    let view = |p: &[f64; 3]| {
        if z >= x && z >= y {
            [p[0], p[1]]
        } else if x >= y {
            [p[1], p[2]]
        } else {
            [p[2], p[0]]
        }
    };
    let seen: Vec<[f64; 2]> = points.iter().map(view).collect();
    let mirrored = if z >= x && z >= y {
        normal[2]
    } else if x >= y {
        normal[0]
    } else {
        normal[1]
    } < 0.0;
    let mut triangles = triangulate(&seen, ends);
    if mirrored {
        triangles.iter_mut().for_each(|triangle| triangle.swap(1, 2));
    }
    triangles
}

/// The normal of a ring, twice as long as its area.
pub(super) fn newell(ring: &[[f64; 3]]) -> [f64; 3] {
    let mut normal = [0.0; 3];
    let Some(&o) = ring.first() else { return normal };
    for pair in ring.windows(2).skip(1) {
        let [a, b] = [0, 1].map(|i| [pair[i][0] - o[0], pair[i][1] - o[1], pair[i][2] - o[2]]);
        normal[0] += a[1] * b[2] - a[2] * b[1];
        normal[1] += a[2] * b[0] - a[0] * b[2];
        normal[2] += a[0] * b[1] - a[1] * b[0];
    }
    normal
}

/// A polygon in the plane as counterclockwise triangles. Rings may go around either way; the first is the outer one.
pub(super) fn triangulate(points: &[[f64; 2]], ends: &[u32]) -> Vec<[u32; 3]> {
    if points.len() > MOST_CORNERS {
        return Vec::new();
    }
    let mut border = Border { points, nodes: Vec::with_capacity(points.len() + 2 * ends.len()) };
    let mut begin = 0;
    let mut rings = Vec::new();
    for &end in ends {
        let ring = begin as usize..(end as usize).min(points.len());
        begin = end;
        rings.extend(border.add_ring(ring, rings.is_empty()));
    }
    // 2. Bridges.
    let Some((&outer, holes)) = rings.split_first() else { return Vec::new() };
    let mut left: Vec<u32> = holes.to_vec();
    while let Some((hole, bridge)) = border.nearest_bridge(outer, &left) {
        border.join(bridge);
        left.swap_remove(hole);
        left.sort_unstable();
    }
    border.cut_ears(outer)
}

/// Twice the area of a triangle, positive if it is counterclockwise.
fn turn(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

struct Border<'p> {
    points: &'p [[f64; 2]],
    /// Invariant: `next` of `prev` is the node itself, and the other way round.
    nodes: Vec<Node>,
}

/// A corner on the border.
#[derive(Clone, Copy)]
struct Node {
    point: u32,
    prev: u32,
    next: u32,
    gone: bool,
}

impl Border<'_> {
    /// Adds a ring, turned counterclockwise if it is the outer one and clockwise if not; returns one of its nodes.
    fn add_ring(&mut self, ring: std::ops::Range<usize>, outer: bool) -> Option<u32> {
        let mut ring: Vec<u32> = ring.map(|at| at as u32).collect();
        if ring.len() < 3 {
            return None;
        }
        let o = self.points[ring[0] as usize];
        let area: f64 = ring
            .windows(2)
            .map(|pair| turn(o, self.points[pair[0] as usize], self.points[pair[1] as usize]))
            .sum();
        if (area < 0.0) == outer {
            ring.reverse();
        }
        let first = self.nodes.len() as u32;
        let count = ring.len() as u32;
        for (at, point) in ring.into_iter().enumerate() {
            let at = at as u32;
            let (prev, next) = (first + (at + count - 1) % count, first + (at + 1) % count);
            self.nodes.push(Node { point, prev, next, gone: false });
        }
        Some(first)
    }

    fn at(&self, node: u32) -> [f64; 2] {
        self.points[self.nodes[node as usize].point as usize]
    }

    fn prev(&self, node: u32) -> u32 {
        self.nodes[node as usize].prev
    }

    fn next(&self, node: u32) -> u32 {
        self.nodes[node as usize].next
    }

    /// All nodes of a ring.
    fn ring(&self, first: u32) -> impl Iterator<Item = u32> {
        let mut at = Some(first);
        std::iter::from_fn(move || {
            let node = at?;
            at = Some(self.next(node)).filter(|&next| next != first);
            Some(node)
        })
    }

    /// Which hole is joined next, and the nodes of the bridge: on the outside, and on the hole.
    fn nearest_bridge(&self, outer: u32, holes: &[u32]) -> Option<(usize, [u32; 2])> {
        // The leftmost hole: nothing of another hole is between it and the outside on its left.
        let key = |node: u32| self.at(node);
        let leftmost = |hole: u32| {
            self.ring(hole).min_by(|&a, &b| {
                let (a, b) = (key(a), key(b));
                a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1]))
            })
        };
        let (index, corner) =
            holes.iter().enumerate().filter_map(|(index, &hole)| Some((index, leftmost(hole)?))).min_by(
                |&(_, a), &(_, b)| {
                    let (a, b) = (key(a), key(b));
                    a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1]))
                },
            )?;
        let at = key(corner);
        let distance_sq = |node: u32| {
            let p = key(node);
            (p[0] - at[0]) * (p[0] - at[0]) + (p[1] - at[1]) * (p[1] - at[1])
        };
        let mut candidates: Vec<u32> = self.ring(outer).collect();
        candidates.sort_by(|&a, &b| distance_sq(a).total_cmp(&distance_sq(b)).then(a.cmp(&b)));
        let is_free = |&node: &u32| {
            self.is_inside(node, at)
                && self.is_inside(corner, key(node))
                && std::iter::once(outer)
                    .chain(holes.iter().copied())
                    .flat_map(|ring| self.ring(ring))
                    .all(|edge| !self.blocks([key(node), at], [key(edge), key(self.next(edge))]))
        };
        let bridge = candidates.iter().find(|node| is_free(node)).or(candidates.first())?;
        Some((index, [*bridge, corner]))
    }

    /// Whether a place, seen from a corner, is on the inner side of its border.
    fn is_inside(&self, node: u32, to: [f64; 2]) -> bool {
        let [before, at, after] = [self.prev(node), node, self.next(node)].map(|node| self.at(node));
        if turn(before, at, after) > 0.0 {
            turn(at, after, to) >= 0.0 && turn(before, at, to) >= 0.0
        } else {
            turn(at, after, to) > 0.0 || turn(before, at, to) > 0.0
        }
    }

    /// Whether an edge crosses or touches a bridge, other than at the bridge's ends.
    fn blocks(&self, [p, q]: [[f64; 2]; 2], [a, b]: [[f64; 2]; 2]) -> bool {
        let within = |c: [f64; 2]| {
            c != p
                && c != q
                && turn(p, q, c) == 0.0
                && (c[0] - p[0]) * (c[0] - q[0]) + (c[1] - p[1]) * (c[1] - q[1]) < 0.0
        };
        if within(a) || within(b) {
            return true;
        }
        let sides = [turn(p, q, a), turn(p, q, b), turn(a, b, p), turn(a, b, q)];
        ((sides[0] < 0.0 && sides[1] > 0.0) || (sides[0] > 0.0 && sides[1] < 0.0))
            && ((sides[2] < 0.0 && sides[3] > 0.0) || (sides[2] > 0.0 && sides[3] < 0.0))
    }

    /// Joins two rings by a bridge: its ends are doubled.
    fn join(&mut self, [a, b]: [u32; 2]) {
        let (a_next, b_prev) = (self.next(a), self.prev(b));
        let a_again = self.nodes.len() as u32;
        let b_again = a_again + 1;
        let (pa, pb) = (self.nodes[a as usize].point, self.nodes[b as usize].point);
        self.nodes.push(Node { point: pa, prev: b_again, next: a_next, gone: false });
        self.nodes.push(Node { point: pb, prev: b_prev, next: a_again, gone: false });
        self.nodes[a as usize].next = b;
        self.nodes[b as usize].prev = a;
        self.nodes[a_next as usize].prev = a_again;
        self.nodes[b_prev as usize].next = b_again;
    }

    /// Steps 3 and 4.
    fn cut_ears(&mut self, first: u32) -> Vec<[u32; 3]> {
        let mut left = self.ring(first).count();
        let mut triangles = Vec::with_capacity(left);
        // Only corners that are not convex can be inside an ear. A corner never becomes reflex by cutting ears.
        let mut reflex: Vec<u32> = self.ring(first).filter(|&node| !self.is_convex(node)).collect();
        let (mut at, mut since_cut, mut despair) = (first, 0, 0);
        while left > 3 {
            // 3. Ears.
            let can_go = match despair {
                0 => self.is_convex(at) && self.is_ear(at, &reflex),
                1 => self.has_no_area(at),
                2 => self.is_convex(at),
                _ => true,
            };
            let (prev, next) = (self.prev(at), self.next(at));
            if !can_go {
                since_cut += 1;
                at = next;
                if since_cut > left {
                    // 4. No ear is left.
                    since_cut = 0;
                    despair += 1;
                }
                continue;
            }
            self.push(at, &mut triangles);
            self.nodes[at as usize].gone = true;
            self.nodes[prev as usize].next = next;
            self.nodes[next as usize].prev = prev;
            left -= 1;
            if left.is_multiple_of(64) {
                reflex.retain(|&node| !self.nodes[node as usize].gone && !self.is_convex(node));
            }
            if despair > 1 {
                // After a forced cut anything may be reflex.
                reflex = self.ring(next).filter(|&node| !self.is_convex(node)).collect();
            }
            (since_cut, despair) = (0, 0);
            // The corner after the next one: fans are avoided.
            at = self.next(next);
        }
        if left == 3 {
            self.push(at, &mut triangles);
        }
        triangles
    }

    fn push(&self, node: u32, triangles: &mut Vec<[u32; 3]>) {
        let [a, b, c] = [self.prev(node), node, self.next(node)].map(|node| self.nodes[node as usize].point);
        if a != b && b != c && c != a {
            triangles.push([a, b, c]);
        }
    }

    fn is_convex(&self, node: u32) -> bool {
        turn(self.at(self.prev(node)), self.at(node), self.at(self.next(node))) > 0.0
    }

    fn has_no_area(&self, node: u32) -> bool {
        turn(self.at(self.prev(node)), self.at(node), self.at(self.next(node))) == 0.0
    }

    /// Whether no other corner is in the triangle of a convex corner.
    fn is_ear(&self, node: u32, reflex: &[u32]) -> bool {
        let [a, b, c] = [self.prev(node), node, self.next(node)].map(|node| self.at(node));
        let low = [a[0].min(b[0]).min(c[0]), a[1].min(b[1]).min(c[1])];
        let high = [a[0].max(b[0]).max(c[0]), a[1].max(b[1]).max(c[1])];
        !reflex.iter().any(|&other| {
            let p = self.at(other);
            p[0] >= low[0]
                && p[0] <= high[0]
                && p[1] >= low[1]
                && p[1] <= high[1]
                && !self.nodes[other as usize].gone
                && p != a
                && p != b
                && p != c
                && turn(a, b, p) >= 0.0
                && turn(b, c, p) >= 0.0
                && turn(c, a, p) >= 0.0
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(points: &[[f64; 2]], triangles: &[[u32; 3]]) -> f64 {
        let corner = |index: u32| points[index as usize];
        triangles.iter().map(|t| turn(corner(t[0]), corner(t[1]), corner(t[2]))).sum::<f64>() * 0.5
    }

    /// Checks the invariant, and that no triangle is turned over.
    fn check(points: &[[f64; 2]], ends: &[u32], expected: f64) {
        let triangles = triangulate(points, ends);
        assert!((area(points, &triangles) - expected).abs() < 1e-9, "area {}", area(points, &triangles));
        for t in &triangles {
            assert!(
                turn(points[t[0] as usize], points[t[1] as usize], points[t[2] as usize]) > 0.0,
                "{t:?} is turned over or flat"
            );
        }
        let mut edges: Vec<[u32; 2]> =
            triangles.iter().flat_map(|t| [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]]).collect();
        edges.sort_unstable();
        let open: Vec<_> =
            edges.iter().filter(|[a, b]| edges.binary_search(&[*b, *a]).is_err()).copied().collect();
        assert_eq!(open.len(), points.len(), "the border has an edge for each corner: {open:?}");
    }

    #[test]
    fn concave_polygons_keep_their_shape() {
        check(&[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [2.0, 1.0], [0.0, 4.0]], &[5], 10.0);
        let arrow = [[0.0, 0.0], [2.0, 2.0], [0.0, 1.0], [-2.0, 2.0]];
        check(&arrow, &[4], 2.0);
    }

    #[test]
    fn corners_in_straight_edges_are_kept() {
        let square =
            [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 1.0], [2.0, 2.0], [1.0, 2.0], [0.0, 2.0], [0.0, 1.0]];
        check(&square, &[8], 4.0);
    }

    #[test]
    fn holes_stay_open_whichever_way_they_go_around() {
        let mut points = vec![[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]];
        let mut ends = vec![4];
        for (x, y) in [(1.0, 1.0), (4.0, 1.0), (1.0, 4.0), (4.0, 4.0), (7.0, 7.0)] {
            points.extend([[x, y], [x + 2.0, y], [x + 2.0, y + 2.0], [x, y + 2.0]]);
            ends.push(points.len() as u32);
        }
        check(&points, &ends, 80.0);
        let at = points.len();
        points[at - 4..].reverse();
        check(&points, &ends, 80.0);
    }

    #[test]
    fn combs_and_spirals_end() {
        let mut comb = vec![[0.0, 0.0], [200.0, 0.0]];
        for tooth in (0..200).rev() {
            comb.push([f64::from(tooth) + 0.5, 10.0]);
            comb.push([f64::from(tooth), 1.0]);
        }
        let triangles = triangulate(&comb, &[comb.len() as u32]);
        assert_eq!(triangles.len(), comb.len() - 2);
    }

    #[test]
    fn a_border_that_crosses_itself_gives_triangles_all_the_same() {
        let bow = [[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 2.0]];
        assert_eq!(triangulate(&bow, &[4]).len(), 2);
        assert_eq!(triangulate(&[[1.0, 1.0]; 6], &[6]).len(), 4);
        assert!(triangulate(&[[0.0, 0.0], [1.0, 0.0]], &[2]).is_empty());
    }

    #[test]
    fn faces_keep_their_side() {
        let wall = [[0.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 3.0, 2.0], [0.0, 1.0, 0.5], [0.0, 0.0, 2.0]];
        for turned in [false, true] {
            let mut wall = wall.to_vec();
            if turned {
                wall.reverse();
            }
            let expected = newell(&wall);
            let mut sum = [0.0; 3];
            for t in triangulate_face(&wall, &[5]) {
                let normal = newell(&t.map(|corner| wall[corner as usize]));
                (0..3).for_each(|axis| sum[axis] += normal[axis]);
            }
            assert_eq!(sum, expected);
        }
    }
}
