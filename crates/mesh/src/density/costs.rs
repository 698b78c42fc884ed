//! What edges cost where it is crowded: the time that it takes, with a personal dislike of being held up.

use crate::density::diagram::FundamentalDiagram;
use crate::density::occupancy::Occupancy;
use crate::mesh::Mesh;
use crate::route::{Costs, Step};

/// The speed at which a jam moves on. \[m/s\] A diagram may say that nobody moves; but jams dissolve, and with a speed of zero
/// there would be no path.
pub(crate) const LEAST_SPEED: f64 = 0.05;

/// The largest weight: so no cost gets out of hand.
const LARGEST_WEIGHT: f64 = 1e6;

/// The costs of edges for a character that minds crowding. \[s\]
///
/// An edge costs `t + w · (t' - t)`: t is the time to walk it alone, t' the time to walk it in the present crowd, by a
/// fundamental diagram, and w the character's own weight. With w = 0 the path of least cost is the shortest, with w = 1 the one
/// that seems quickest now; the larger w, the longer the detour that the character makes for a path with fewer people. After:
/// the thesis, 9.4.1.
///
/// ```
/// use throng_mesh::{CellId, Costs, DensityCosts, FundamentalDiagram, Mesh, Occupancy, Step, sample};
///
/// let mesh = Mesh::build(&sample::floors())?.mesh;
/// let mut occupancy = Occupancy::new(&mesh);
/// let edge = mesh.cell(CellId(0)).edge();
/// let step = Step { edge: edge.id(), forward: true };
/// let empty = DensityCosts::new(&occupancy, 1.0).cost(&mesh, step);
/// assert!((empty - edge.length() / 1.4).abs() < 1e-12);
///
/// occupancy.enter(CellId(0), 0.24);
/// let weidmann = DensityCosts::new(&occupancy, 10.0).with_diagram(FundamentalDiagram::Weidmann).with_free_speed(1.4);
/// assert!(weidmann.cost(&mesh, step) > empty);
/// # Ok::<(), throng_mesh::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DensityCosts<'a> {
    occupancy: &'a Occupancy,
    weight: f64,
    diagram: FundamentalDiagram,
    /// Invariant: positive and finite.
    free_speed: f64,
}

impl<'a> DensityCosts<'a> {
    /// Costs with a personal weight, the diagram of the thesis and its free speed of 1.4 m/s. A weight below zero counts as
    /// zero, one above a million as a million.
    pub fn new(occupancy: &'a Occupancy, weight: f64) -> Self {
        let diagram = FundamentalDiagram::default();
        Self { occupancy, weight: sensible(weight), diagram, free_speed: diagram.free_speed() }
    }

    /// The same with another diagram.
    #[must_use]
    pub fn with_diagram(self, diagram: FundamentalDiagram) -> Self {
        Self { diagram, ..self }
    }

    /// The same for somebody who walks at another speed when alone. \[m/s\] A speed that is no number from 0.05 m/s on is left
    /// as it was.
    #[must_use]
    pub fn with_free_speed(self, free_speed: f64) -> Self {
        let makes_sense = free_speed >= LEAST_SPEED && free_speed.is_finite();
        Self { free_speed: if makes_sense { free_speed } else { self.free_speed }, ..self }
    }

    /// The personal weight.
    pub fn weight(&self) -> f64 {
        self.weight
    }

    /// The speed of somebody alone. \[m/s\]
    pub fn free_speed(&self) -> f64 {
        self.free_speed
    }

    /// The speed on an edge in the present crowd, at least 0.05 m/s. \[m/s\]
    #[inline]
    pub fn speed(&self, step: Step) -> f64 {
        self.diagram.speed(self.occupancy.persons_per_area(step.edge), self.free_speed).max(LEAST_SPEED)
    }

    /// The time to walk an edge alone, and by how much the present crowd delays it. \[s\]
    #[inline]
    pub(crate) fn times(&self, mesh: &Mesh, step: Step) -> [f64; 2] {
        let length = mesh.edges[step.edge.index()].length;
        let (alone, in_crowd) = (length / self.free_speed, length / self.speed(step));
        [alone, in_crowd - alone]
    }
}

/// A weight that is not below zero, nor out of hand.
pub(crate) fn sensible(weight: f64) -> f64 {
    if weight > 0.0 { weight.min(LARGEST_WEIGHT) } else { 0.0 }
}

impl Costs for DensityCosts<'_> {
    #[inline]
    fn cost(&self, mesh: &Mesh, step: Step) -> f64 {
        let [alone, delay] = self.times(mesh, step);
        alone + self.weight * delay
    }

    fn least(&self) -> f64 {
        1.0 / self.free_speed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::{CellId, EdgeId};
    use crate::sample;

    #[test]
    fn by_the_formula() {
        let mesh = Mesh::build(&sample::clutter(3, 8, false)).expect("it makes a mesh").mesh;
        let mut occupancy = Occupancy::new(&mesh);
        let mut random = throng_voronoi::sample::Random::new(5);
        for _ in 0..400 {
            occupancy.enter(CellId(random.below(mesh.num_cells()) as u32), 0.1 + 0.3 * random.unit());
        }
        let (mut crowded, mut jammed) = (0, 0);
        for diagram in FundamentalDiagram::ALL {
            for weight in [0.0, 0.5, 1.0, 10.0, 1e300] {
                let costs = DensityCosts::new(&occupancy, weight).with_diagram(diagram).with_free_speed(1.2);
                for edge in mesh.edges() {
                    let area: f64 = edge.cells().map(|cell| ring_area(&cell.outline())).sum();
                    let covered: f64 = occupancy.density(edge.id());
                    assert!((occupancy.area(edge.id()) - area).abs() < 1e-9 * (1.0 + area), "{edge:?}");
                    let phi = (diagram.speed(covered / 0.18, 1.2)).max(0.05);
                    let t = edge.length() / 1.2;
                    let expected = t + weight.min(1e6) * (edge.length() / phi - t);
                    for forward in [true, false] {
                        let cost = costs.cost(&mesh, Step { edge: edge.id(), forward });
                        assert!((cost - expected).abs() <= 1e-12 * expected, "{edge:?}");
                        assert!(cost >= costs.least() * edge.length() * (1.0 - 1e-15), "{edge:?}");
                    }
                    crowded += u32::from(covered > 0.0);
                    jammed += u32::from(phi == 0.05);
                }
            }
        }
        assert!(crowded > 500 && jammed > 50, "{crowded} {jammed}");
    }

    #[test]
    fn nonsense_does_no_harm() {
        let mesh = Mesh::build(&sample::floors()).expect("it makes a mesh").mesh;
        let mut occupancy = Occupancy::new(&mesh);
        for cell in mesh.cells() {
            for radius in [f64::NAN, f64::INFINITY, -1.0, 1e300] {
                occupancy.enter(cell.id(), radius);
            }
        }
        for weight in [f64::NAN, -1.0, f64::INFINITY] {
            for speed in [f64::NAN, -1.0, 0.0, f64::INFINITY, 1e-300] {
                let costs = DensityCosts::new(&occupancy, weight).with_free_speed(speed);
                for edge in 0..mesh.num_edges() as u32 {
                    let cost = costs.cost(&mesh, Step { edge: EdgeId(edge), forward: true });
                    assert!(cost.is_finite() && cost >= 0.0, "{cost}");
                }
                assert_eq!(costs.least(), 1.0 / 1.4);
            }
        }
    }

    fn ring_area(ring: &[[f64; 2]]) -> f64 {
        let next = ring.iter().cycle().skip(1);
        ring.iter().zip(next).map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum::<f64>() / 2.0
    }
}
