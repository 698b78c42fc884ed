//! Levels of service: what a density means for those who walk in it.

/// Fruin's levels of service, from free to jammed.
///
/// ```
/// use throng_mesh::{Facility, LevelOfService};
///
/// assert_eq!(LevelOfService::of(0.5, Facility::Walkway), LevelOfService::C);
/// assert_eq!(LevelOfService::of(0.5, Facility::Queue), LevelOfService::A);
/// assert_eq!(LevelOfService::C.color(), [255, 255, 0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LevelOfService {
    /// One walks as one likes.
    A,
    /// One notices others.
    B,
    /// One walks normally; those who come the other way are now and then in the way.
    C,
    /// One cannot always choose one's speed.
    D,
    /// All walk slowly, overtaking is hard.
    E,
    /// All shuffle.
    F,
}

/// What a place is for: people bear more company on stairs than on a walkway, and still more in a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Facility {
    /// The limits of the thesis, table 9.1: 0.2, 0.45, 0.7, 1.1 and 2 persons per m².
    #[default]
    Thesis,
    /// Walkways: 35, 25, 15, 10 and 5 square feet a person, which is 0.31, 0.43, 0.72, 1.08 and 2.15 persons per m².
    Walkway,
    /// Stairs: 20, 15, 10, 7 and 4 square feet a person, which is 0.54, 0.72, 1.08, 1.54 and 2.69 persons per m².
    Stairs,
    /// Queues and waiting areas: 13, 10, 7, 3 and 2 square feet a person, which is 0.83, 1.08, 1.54, 3.59 and 5.38 persons per
    /// m².
    Queue,
}

/// One square foot. \[m²\]
const SQUARE_FOOT: f64 = 0.092_903_04;

impl Facility {
    /// The densities at which levels B, C, D, E and F begin. \[1/m²\]
    ///
    /// After: Fruin, Pedestrian Planning and Design, 1971; he gives areas per person, in square feet.
    pub fn limits(self) -> [f64; 5] {
        let per = |feet: f64| 1.0 / (feet * SQUARE_FOOT);
        match self {
            Self::Thesis => [0.2, 0.45, 0.7, 1.1, 2.0],
            Self::Walkway => [35.0, 25.0, 15.0, 10.0, 5.0].map(per),
            Self::Stairs => [20.0, 15.0, 10.0, 7.0, 4.0].map(per),
            Self::Queue => [13.0, 10.0, 7.0, 3.0, 2.0].map(per),
        }
    }
}

impl LevelOfService {
    /// All of them, from free to jammed.
    pub const ALL: [Self; 6] = [Self::A, Self::B, Self::C, Self::D, Self::E, Self::F];

    /// The level at a density. \[1/m²\]
    pub fn of(density: f64, facility: Facility) -> Self {
        let reached = facility.limits().iter().filter(|&&limit| density >= limit).count();
        Self::ALL[reached]
    }

    /// Its letter.
    pub fn letter(self) -> char {
        ['A', 'B', 'C', 'D', 'E', 'F'][self as usize]
    }

    /// Its customary color: blue, green, yellow, orange, red, purple, as red, green and blue from 0 to 255.
    ///
    /// Which color belongs to which level is as in the thesis, table 9.1; the numbers are those that web pages have for these
    /// names.
    pub fn color(self) -> [u8; 3] {
        [[0, 0, 255], [0, 128, 0], [255, 255, 0], [255, 165, 0], [255, 0, 0], [128, 0, 128]][self as usize]
    }

    /// The color of a density, from that of one level to that of the next without a step: a level has its own color where it
    /// begins, and purple stays. \[1/m²\] As the thesis draws densities (9.6.2).
    pub fn blend(density: f64, facility: Facility) -> [u8; 3] {
        let level = Self::of(density, facility) as usize;
        let limits = facility.limits();
        let begins = |level: usize| if level == 0 { 0.0 } else { limits[level - 1] };
        let own = Self::ALL[level].color();
        let Some(next) = Self::ALL.get(level + 1) else { return own };
        // Below zero, and for what is not a number, the cast gives the color of nobody.
        let t = ((density - begins(level)) / (begins(level + 1) - begins(level))).max(0.0);
        let mix = |k: usize| (f64::from(own[k]) * (1.0 - t) + f64::from(next.color()[k]) * t).round() as u8;
        [mix(0), mix(1), mix(2)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_as_tables_have_them() {
        let tables = [
            (Facility::Walkway, [0.31, 0.43, 0.72, 1.08, 2.15]),
            (Facility::Stairs, [0.54, 0.72, 1.08, 1.54, 2.69]),
            (Facility::Queue, [0.83, 1.08, 1.54, 3.59, 5.38]),
            (Facility::Thesis, [0.2, 0.45, 0.7, 1.1, 2.0]),
        ];
        for (facility, limits) in tables {
            for (limit, rounded) in facility.limits().into_iter().zip(limits) {
                assert!((limit - rounded).abs() <= 0.005, "{facility:?}: {limit}");
            }
            let inside = |k: usize| if k == 0 { 0.0 } else { facility.limits()[k - 1] };
            for (k, level) in LevelOfService::ALL.into_iter().enumerate() {
                assert_eq!(LevelOfService::of(inside(k), facility), level);
                assert_eq!(LevelOfService::of(inside(k) + 1e-9, facility), level);
                assert_eq!(LevelOfService::blend(inside(k), facility), level.color());
            }
        }
        assert_eq!(LevelOfService::of(f64::NAN, Facility::Walkway), LevelOfService::A);
        assert_eq!(LevelOfService::of(f64::INFINITY, Facility::Walkway), LevelOfService::F);
        assert_eq!(LevelOfService::ALL.map(LevelOfService::letter), ['A', 'B', 'C', 'D', 'E', 'F']);
    }

    #[test]
    fn colors_between() {
        // Half way from green at 0.2 to yellow at 0.45.
        assert_eq!(LevelOfService::blend(0.325, Facility::Thesis), [128, 192, 0]);
        assert_eq!(LevelOfService::blend(7.0, Facility::Thesis), [128, 0, 128]);
        assert_eq!(LevelOfService::blend(-1.0, Facility::Thesis), [0, 0, 255]);
        assert_eq!(LevelOfService::blend(f64::NAN, Facility::Thesis), [0, 0, 255]);
    }
}
