//! The invariants of a layout, verified.
//!
//! 1. The arrangement is what its rules say, if it is small enough: that test is of quadratic cost.
//! 2. The notes of every piece are those that it would get from nothing.
//! 3. A piece has a segment if and only if it matters, between the points of its nodes, with the right layers and walkable sides.
//! 4. A node has a point if and only if it is needed; uses are counted right.
//! 5. The diagram has no other sites.
//! 6. All sites around a vertex agree on the layer that it is on, as far as they are on one themselves.

use std::collections::BTreeMap;

use throng_voronoi::{PieceKey, PointId};

use crate::change::layout::Layout;
use crate::change::way::rounded;
use crate::scene::LayerId;

/// More courses than this are not compared each with all others.
const MANY: usize = 600;

impl Layout {
    /// Verifies the invariants.
    pub(crate) fn check(&self) -> Result<(), String> {
        // Step 1.
        if self.arrangement.num_courses() <= MANY {
            self.arrangement.check().map_err(|violation| violation.to_string())?;
        }
        let mut probe = self.clone();
        let mut keys: Vec<PieceKey> = self.arrangement.pieces().map(|(key, _)| key).collect();
        keys.sort_unstable();
        let diagram = self.ground.surface.diagram();
        let mut uses: BTreeMap<u32, u32> = BTreeMap::new();
        let mut segments = self.seams.len();
        for &c in &self.seams {
            self.arrangement.course(c).ends.iter().for_each(|&v| *uses.entry(v).or_default() += 1);
        }
        for key in keys {
            let piece = self.arrangement.piece(key).ok_or("a piece is lost")?;
            let place = self.arrangement.ends_of(key);
            // Step 2.
            let notes = probe.notes(None, key);
            if piece.notes != notes {
                return Err(format!(
                    "piece {place:?} has the notes {:x?}, should have {notes:x?}",
                    piece.notes
                ));
            }
            // Step 3.
            let (matters, sides) = self.wanted(key);
            let matters = matters && self.main_name(key) == key;
            let Some(s) = piece.site else {
                if matters {
                    return Err(format!("piece {place:?} has no segment"));
                }
                continue;
            };
            if !matters {
                return Err(format!("piece {place:?} has a segment and should not"));
            }
            segments += 1;
            key.ends.iter().for_each(|&v| *uses.entry(v).or_default() += 1);
            let sites = key.ends.map(|v| self.arrangement.node(v).site);
            let ends = diagram.ends(s).map(Some);
            let along = ends == sites;
            if !along && ends != [sites[1], sites[0]] {
                return Err(format!("segment {} does not end where piece {place:?} does", s.0));
            }
            let layers = self.sheets_of(key).map(|name| LayerId(name.layer));
            let turn = |[a, b]: [bool; 2]| if along { [a, b] } else { [b, a] };
            if self.ground.walkable[s.0 as usize] != turn(sides) {
                return Err(format!("segment {} of piece {place:?} has wrong sides", s.0));
            }
            let layers = if along { layers } else { [layers[1], layers[0]] };
            if self.ground.layers_of(s) != layers {
                return Err(format!("segment {} of piece {place:?} has wrong layers", s.0));
            }
        }
        // Step 4.
        let mut points = 0;
        for v in self.arrangement.node_ids() {
            let node = self.arrangement.node(v);
            let count = uses.get(&v).copied().unwrap_or_default();
            if node.uses != count {
                return Err(format!("node {:?} has {} uses, should have {count}", node.at, node.uses));
            }
            let wanted = count > 0 || probe.is_lone_point(None, v);
            if wanted != node.site.is_some() {
                return Err(format!("node {:?} should have a point: {wanted}", node.at));
            }
            if let Some(p) = node.site {
                points += 1;
                if !diagram.has_point(p) || diagram.point(p) != node.at {
                    return Err(format!("node {:?} has a point elsewhere", node.at));
                }
            }
        }
        // Step 5. Where two connections follow each other, their backs meet at a point of their own.
        let unbound = |p: &PointId| self.node_of.get(p.0 as usize).is_none_or(|&v| v == u32::MAX);
        points +=
            diagram.points().filter(unbound).filter(|&p| diagram.segments_at(p).next().is_some()).count();
        if [diagram.num_points(), diagram.num_segments()] != [points, segments] {
            let [p, s] = [diagram.num_points(), diagram.num_segments()];
            return Err(format!(
                "{p} points and {s} segments in the diagram, should be {points} and {segments}"
            ));
        }
        self.check_labels()
    }

    /// Step 6.
    fn check_labels(&self) -> Result<(), String> {
        let diagram = self.ground.surface.diagram();
        if !diagram.is_layered() {
            return Ok(());
        }
        for vertex in diagram.vertices() {
            let (center, r, _) = diagram.circle_of(vertex.id());
            let place = rounded(center);
            // Next to a connection rounding decides.
            if r == 0.0 || self.passages.is_near(center) {
                continue;
            }
            let layers = vertex.sites().map(|site| (site, self.layer_from(site, place)));
            let layers: Vec<_> = layers.filter_map(|(site, layer)| Some((site, layer?))).collect();
            if layers.windows(2).any(|pair| pair[0].1 != pair[1].1) {
                return Err(format!("sites around {center:?} are on different layers: {layers:?}"));
            }
        }
        Ok(())
    }
}
