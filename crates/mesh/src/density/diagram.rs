//! Fundamental diagrams: how fast people walk where it is crowded.

use crate::density::exponential::decay;
use crate::density::occupancy::PERSON_AREA;

/// The relation between the density of a crowd and the speed at which people walk in it, as somebody measured or assumed it.
///
/// Densities are in persons per m², speeds in m/s. Each diagram has a free speed of its own, that of somebody alone; for other
/// walkers [`FundamentalDiagram::speed`] scales it. The more people, the slower, in all of them.
///
/// | diagram | speed at its own free speed | zero from |
/// |---|---|---|
/// | `Linear` | 1.4 · (1 - ρ / jam) | jam; as in the thesis, 9.6.1: 1 / 0.18 = 5.56 |
/// | `Weidmann` | 1.34 · (1 - exp(-1.913 · (1/ρ - 1/5.4))) | 5.4 |
/// | `Fruin` | 1.43 - 0.35 · ρ | 4.09 |
/// | `Older` | 1.31 - 0.34 · ρ | 3.85 |
/// | `Sarkar` | 1.46 - 0.35 · ρ | 4.17 |
/// | `Tanaboriboon` | 1.23 - 0.26 · ρ | 4.73 |
/// | `Virkler` | 1.01 · exp(-ρ / 4.17) | never |
/// | `Sfpe` | the less of 1.19 and 1.40 · (1 - 0.266 · ρ) | 3.76 |
///
/// The straight lines and Virkler's curve are as they are usually cited, after the compilation by Daamen (2004) from which the
/// thesis has its figure 9.3.
///
/// ```
/// use throng_mesh::FundamentalDiagram;
///
/// let weidmann = FundamentalDiagram::Weidmann;
/// assert_eq!(weidmann.speed(0.0, 1.34), 1.34);
/// assert!((weidmann.speed(2.0, 1.34) - 0.6062).abs() < 1e-4);
/// // Somebody who walks twice as fast alone is twice as fast in the crowd.
/// assert_eq!(weidmann.speed(2.0, 2.68), 2.0 * weidmann.speed(2.0, 1.34));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FundamentalDiagram {
    /// From the free speed straight down to zero.
    Linear {
        /// The density at which nobody moves. \[1/m²\]
        jam: f64,
    },
    /// Weidmann 1993, in the form of Kladek.
    Weidmann,
    /// Fruin 1971.
    Fruin,
    /// Older 1968.
    Older,
    /// Sarkar and Janardhan 1997.
    Sarkar,
    /// Tanaboriboon, Hwa and Chor 1986.
    Tanaboriboon,
    /// Virkler and Elayadath 1994.
    Virkler,
    /// The handbook of the Society of Fire Protection Engineers (Nelson and Mowrer), on the level.
    ///
    /// As printed the constant speed at low densities and the line beyond do not quite meet; the less of the two does.
    Sfpe,
}

impl Default for FundamentalDiagram {
    /// The one of the thesis.
    fn default() -> Self {
        Self::THESIS
    }
}

impl FundamentalDiagram {
    /// Straight from 1.4 m/s down to zero where persons cover the whole floor: the thesis, 9.6.1.
    pub const THESIS: Self = Self::Linear { jam: 1.0 / PERSON_AREA };

    /// All of them, the linear one as in the thesis.
    pub const ALL: [Self; 8] = [
        Self::THESIS,
        Self::Weidmann,
        Self::Fruin,
        Self::Older,
        Self::Sarkar,
        Self::Tanaboriboon,
        Self::Virkler,
        Self::Sfpe,
    ];

    /// The speed at density zero, according to its author. \[m/s\]
    pub fn free_speed(self) -> f64 {
        match self {
            Self::Linear { .. } => 1.4,
            Self::Weidmann => 1.34,
            Self::Fruin => 1.43,
            Self::Older => 1.31,
            Self::Sarkar => 1.46,
            Self::Tanaboriboon => 1.23,
            Self::Virkler => 1.01,
            Self::Sfpe => 1.19,
        }
    }

    /// The speed at a density, of somebody who walks at `free_speed` when alone. \[1/m², m/s\]
    ///
    /// From zero, which most diagrams reach at some density, to the free speed.
    pub fn speed(self, density: f64, free_speed: f64) -> f64 {
        self.share(density) * free_speed
    }

    /// Which part of the free speed is left at a density, from 0 to 1. \[1/m²\]
    pub fn share(self, density: f64) -> f64 {
        // Not a number counts as nobody.
        let density = density.max(0.0);
        let line = |zero: f64| 1.0 - density / zero;
        let share = match self {
            // Where nobody can ever move, nobody moves.
            Self::Linear { jam } => {
                if jam > 0.0 {
                    line(jam)
                } else {
                    0.0
                }
            }
            // At density zero the exponent is minus infinity; beyond 5.4 it is positive, and the power is taken as one.
            Self::Weidmann => 1.0 - decay(-1.913 * (1.0 / density - 1.0 / 5.4)),
            Self::Fruin => line(1.43 / 0.35),
            Self::Older => line(1.31 / 0.34),
            Self::Sarkar => line(1.46 / 0.35),
            Self::Tanaboriboon => line(1.23 / 0.26),
            Self::Virkler => decay(-density / 4.17),
            Self::Sfpe => 1.40 / 1.19 * line(1.0 / 0.266),
        };
        share.clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        // Weidmann's curve, computed elsewhere.
        let known = [
            (0.5, 1.2984),
            (1.0, 1.0581),
            (1.5, 0.8066),
            (2.0, 0.6062),
            (3.0, 0.3307),
            (4.0, 0.1563),
            (5.0, 0.0374),
        ];
        for (density, speed) in known {
            let found = FundamentalDiagram::Weidmann.speed(density, 1.34);
            assert!((found - speed).abs() < 5e-5, "{density}: {found}");
        }
        let at_two = [
            (FundamentalDiagram::THESIS, 1.4 * (1.0 - 0.36)),
            (FundamentalDiagram::Linear { jam: 4.0 }, 0.7),
            (FundamentalDiagram::Fruin, 0.73),
            (FundamentalDiagram::Older, 0.63),
            (FundamentalDiagram::Sarkar, 0.76),
            (FundamentalDiagram::Tanaboriboon, 0.71),
            (FundamentalDiagram::Sfpe, 0.6552),
        ];
        for (diagram, speed) in at_two {
            let found = diagram.speed(2.0, diagram.free_speed());
            assert!((found - speed).abs() < 1e-12, "{diagram:?}: {found}");
        }
        // At a density of 4.17 an e-th is left.
        assert!((FundamentalDiagram::Virkler.share(4.17) - 0.367_879_441_171_442_3).abs() < 1e-14, "Virkler");
        // The greatest flow of Weidmann's curve, and where it is.
        let flow =
            |k: u32| f64::from(k) * 1e-3 * FundamentalDiagram::Weidmann.speed(f64::from(k) * 1e-3, 1.34);
        let most = (0..5400).max_by(|&a, &b| flow(a).total_cmp(&flow(b))).expect("there are some");
        assert!(most.abs_diff(1751) <= 1 && (flow(most) - 1.2249).abs() < 1e-4, "{most}");
    }

    #[test]
    fn from_the_free_speed_down_and_never_up() {
        let zero_from = [1.0 / 0.18, 5.4, 4.086, 3.853, 4.172, 4.731, f64::INFINITY, 3.760];
        for (diagram, zero_from) in FundamentalDiagram::ALL.into_iter().zip(zero_from) {
            assert_eq!(diagram.speed(0.0, 1.5), 1.5, "{diagram:?}");
            assert_eq!(diagram.speed(-1.0, 1.5), 1.5, "{diagram:?}");
            let mut before = 1.5;
            for k in 0..9000 {
                let density = f64::from(k) * 1e-3;
                let speed = diagram.speed(density, 1.5);
                assert!(speed >= 0.0 && speed <= before + 1e-15, "{diagram:?} at {density}: {speed}");
                assert_eq!(
                    speed > 0.0,
                    density < zero_from - 1e-3 || density < zero_from && speed > 0.0,
                    "{density}"
                );
                before = speed;
            }
        }
    }

    #[test]
    fn nonsense_does_no_harm() {
        for diagram in FundamentalDiagram::ALL {
            assert_eq!(diagram.share(f64::NAN), 1.0, "{diagram:?}");
            assert_eq!(diagram.share(f64::INFINITY), 0.0, "{diagram:?}");
        }
        for jam in [0.0, -1.0, f64::NAN] {
            assert_eq!(FundamentalDiagram::Linear { jam }.share(0.0), 0.0);
        }
        assert_eq!(FundamentalDiagram::Linear { jam: f64::INFINITY }.share(1e9), 1.0);
    }
}
