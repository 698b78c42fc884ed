//! The invariants of an overlay, verified.
//!
//! 1. Each course ends where it says, and its chain stops exactly where the rules of [`super::arrangement`] say: hot
//!    and bent are computed anew from all courses, by rounds over everything.
//! 2. Ends, crossings and pieces are counted right.
//! 3. No two pieces meet but at nodes, and no node lies in a piece: cleaning changes nothing.
//! 4. The diagram's points are the nodes and its segments the pieces.
//! 5. The index holds every node and every course, under the right box.

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;

use super::Overlay;
use super::arrangement::{Arrangement, Course, PieceKey};
use super::index::Item;
use crate::gate::Clean;
use crate::site::GridPoint;

/// An invariant of an overlay that does not hold. This is a bug of this crate, not of its input.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct OverlayViolation(String);

fn verify(holds: bool, what: impl FnOnce() -> String) -> Result<(), OverlayViolation> {
    if holds { Ok(()) } else { Err(OverlayViolation(what())) }
}

impl Overlay {
    /// Verifies the invariants of the overlay, not those of its diagram. Compares every course with every other
    /// and with every node: of quadratic cost.
    ///
    /// # Errors
    /// The first invariant that does not hold.
    pub fn check(&self) -> Result<(), OverlayViolation> {
        let arrangement = &self.arrangement;
        let courses: BTreeSet<u32> =
            self.shapes.iter().flat_map(|shape| shape.courses.iter().copied()).collect();
        verify(courses.len() + arrangement.free_courses.len() == arrangement.courses.len(), || {
            "a course belongs to no shape".into()
        })?;
        arrangement.check_all(&courses)?;
        self.check_diagram()
    }

    /// Item 4.
    fn check_diagram(&self) -> Result<(), OverlayViolation> {
        let (arrangement, diagram) = (&self.arrangement, &self.diagram);
        let nodes = arrangement.node_at.values().map(|&v| &arrangement.nodes[v as usize]);
        for node in nodes {
            let site = node.site.filter(|&p| diagram.has_point(p) && diagram.point(p) == node.at);
            verify(site.is_some(), || format!("node {:?} has no point", node.at))?;
        }
        for (&key, piece) in &arrangement.pieces {
            let ends = key.ends.map(|v| arrangement.nodes[v as usize].site);
            let joins = piece.site.filter(|&s| diagram.has_segment(s)).map(|s| diagram.ends(s).map(Some));
            let good = joins == Some(ends) || joins == Some([ends[1], ends[0]]);
            verify(good, || format!("piece {key:?} is not a segment"))?;
        }
        let same = diagram.num_points() == arrangement.node_at.len()
            && diagram.num_segments() == arrangement.pieces.len();
        verify(same, || "the diagram has more sites than the arrangement".into())
    }
}

impl Arrangement {
    /// Items 1, 2, 3 and 5.
    pub(super) fn check_all(&self, courses: &BTreeSet<u32>) -> Result<(), OverlayViolation> {
        let settled =
            self.changed_nodes.len() + self.changed_pieces.len() + self.loose.len() + self.tasks.len();
        verify(settled == 0, || "work is left over".into())?;
        self.check_counts(courses)?;
        self.check_rules(courses)?;
        self.check_index(courses)?;
        self.check_clean()
    }

    /// Item 2.
    fn check_counts(&self, courses: &BTreeSet<u32>) -> Result<(), OverlayViolation> {
        let mut nodes: BTreeMap<(GridPoint, u32), [u32; 4]> = BTreeMap::new();
        let mut pieces: BTreeMap<PieceKey, u32> = BTreeMap::new();
        for &c in courses {
            let course = &self.courses[c as usize];
            let at = course.ends.map(|v| self.nodes[v as usize].at);
            verify(at == [course.from, course.to], || format!("course {c} ends elsewhere"))?;
            let class = |v: u32| self.nodes[v as usize].class;
            nodes.entry((course.from, class(course.ends[0]))).or_default()[0] += 1;
            if !course.is_point() {
                nodes.entry((course.to, class(course.ends[1]))).or_default()[0] += 1;
            }
            let chain: Vec<u32> = course.nodes().collect();
            for pair in chain.windows(2) {
                for &v in pair {
                    nodes.entry((self.nodes[v as usize].at, class(v))).or_default()[3] += 1;
                }
                for &layer in course.on() {
                    *pieces.entry(PieceKey::new(pair[0], pair[1], layer)).or_default() += 1;
                }
            }
            for &d in courses.range(..c) {
                let common = course.on().iter().find(|layer| self.courses[d as usize].on().contains(layer));
                if let (Some(&layer), Some((at, rounded))) = (common, self.crossing(c, d)) {
                    let class = self.sheets.clone().class_at(at, layer);
                    nodes.entry((at, class)).or_default()[if rounded { 2 } else { 1 }] += 1;
                }
            }
        }
        verify(nodes.len() == self.node_at.len(), || "there are nodes without a reason".into())?;
        verify(nodes.len() + self.free_nodes.len() == self.nodes.len(), || "a node is lost".into())?;
        for (at, counts) in nodes {
            let node = self.node_at.get(&at).map(|&v| &self.nodes[v as usize]);
            let good = node.is_some_and(|node| {
                node.at == at.0 && [node.ends, node.exact, node.rounded, node.pieces] == counts
            });
            verify(good, || format!("node {at:?} should have {counts:?}, is {node:?}"))?;
        }
        verify(pieces.len() == self.pieces.len(), || "there are pieces without a chain".into())?;
        for (key, count) in pieces {
            let good = self.pieces.get(&key).is_some_and(|piece| piece.owners().count() == count as usize);
            verify(good, || format!("piece {key:?} is not counted {count} times"))?;
        }
        Ok(())
    }

    /// Item 1: hot and bent by rounds, then the stops.
    fn check_rules(&self, courses: &BTreeSet<u32>) -> Result<(), OverlayViolation> {
        let segments: Vec<&Course> =
            courses.iter().map(|&c| &self.courses[c as usize]).filter(|course| !course.is_point()).collect();
        let mut nodes: Vec<u32> = self.node_at.values().copied().collect();
        nodes.sort_unstable();
        let met: Vec<Vec<u32>> = segments
            .iter()
            .map(|course| {
                let shares = |v: u32| {
                    let layers = self.sheets.layers(self.nodes[v as usize].class);
                    course.on().iter().any(|layer| layers.contains(layer))
                };
                let met = |&v: &u32| course.meets(self.nodes[v as usize].at) && shares(v);
                nodes.iter().copied().filter(met).collect()
            })
            .collect();
        let mut hot: BTreeSet<u32> =
            nodes.iter().copied().filter(|&v| self.nodes[v as usize].rounded > 0).collect();
        let mut bent = vec![false; segments.len()];
        loop {
            let before = hot.len();
            for (i, course) in segments.iter().enumerate() {
                bent[i] |=
                    met[i].iter().any(|v| hot.contains(v) && !course.is_on(self.nodes[*v as usize].at));
                if bent[i] {
                    hot.extend(&met[i]);
                }
            }
            if hot.len() == before {
                break;
            }
        }
        for &v in &nodes {
            let node = &self.nodes[v as usize];
            verify(node.hot == hot.contains(&v), || format!("{:?} should be hot or not", node.at))?;
        }
        for (i, course) in segments.iter().enumerate() {
            verify(course.bent == bent[i], || format!("{course:?} should be bent: {}", bent[i]))?;
            let on = |v: &u32| bent[i] || course.is_on(self.nodes[*v as usize].at);
            let mut stops: Vec<u32> = met[i].iter().copied().filter(on).collect();
            let mut chain: Vec<u32> = course.nodes().collect();
            let along =
                |v: &u32| course.to.minus(course.from).dot(self.nodes[*v as usize].at.minus(course.from));
            verify(chain.is_sorted_by_key(along), || format!("{course:?} is out of order"))?;
            chain.sort_unstable();
            stops.sort_unstable();
            verify(chain == stops, || format!("{course:?} should stop at {stops:?}"))?;
        }
        Ok(())
    }

    /// Item 5.
    fn check_index(&self, courses: &BTreeSet<u32>) -> Result<(), OverlayViolation> {
        let mut items: Vec<(u32, Item, Vec<u32>, GridPoint, GridPoint)> = Vec::new();
        items.extend(self.node_at.iter().map(|(&(at, class), &v)| {
            let layers = self.sheets.layers(class).to_vec();
            (self.nodes[v as usize].entry, Item::Node(v), layers, at, at)
        }));
        let segments = courses.iter().map(|&c| (c, &self.courses[c as usize])).filter(|(_, c)| !c.is_point());
        items.extend(segments.map(|(c, course)| {
            let mut layers = course.on().to_vec();
            layers.sort_unstable();
            (course.entry, Item::Course(c), layers, course.from, course.to)
        }));
        let num: usize = items.iter().map(|(_, _, layers, ..)| layers.len()).sum();
        verify(num == self.index.num(), || "the index holds too much or too little".into())?;
        for (entry, item, layers, a, b) in items {
            let bounds =
                [GridPoint::new(a.x.min(b.x), a.y.min(b.y)), GridPoint::new(a.x.max(b.x), a.y.max(b.y))];
            let expected = Some((item, layers, bounds));
            verify(self.index.filed(entry) == expected, || format!("{item:?} is not in the index"))?;
        }
        Ok(())
    }

    /// Item 3.
    fn check_clean(&self) -> Result<(), OverlayViolation> {
        let mut layers: Vec<u32> = self.pieces.keys().map(|key| key.layer).collect();
        layers.sort_unstable();
        layers.dedup();
        for layer in layers {
            let on = |v: u32| self.sheets.layers(self.nodes[v as usize].class).contains(&layer);
            let points: Vec<GridPoint> =
                self.node_at.iter().filter(|&(_, &v)| on(v)).map(|((at, _), _)| *at).collect();
            let pieces = self.pieces.keys().filter(|key| key.layer == layer);
            let pieces: Vec<[GridPoint; 2]> =
                pieces.map(|key| key.ends.map(|v| self.nodes[v as usize].at)).collect();
            let clean = Clean::new(&points, &pieces).map_err(|error| OverlayViolation(error.to_string()))?;
            let same = clean.points().len() == points.len() && clean.segments().len() == pieces.len();
            verify(same && clean.report().rounds == 0, || format!("pieces meet on layer {layer}"))?;
        }
        Ok(())
    }
}
