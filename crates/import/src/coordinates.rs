//! Degrees or meters: deciding which, and from degrees to meters.
//!
//! A place is small, so the Earth may be unrolled around its middle (λ₀, φ₀) on the WGS 84 ellipsoid, with semi-major axis
//! a and eccentricity e:
//!
//! ```text
//!     x = N cos φ₀ · (λ − λ₀)      N = a / √(1 − e² sin² φ₀)
//!     y = M        · (φ − φ₀)      M = a (1 − e²) / (1 − e² sin² φ₀)^(3/2)
//! ```
//!
//! East is +x, north is +y. The scale is exact in the middle. Up to 60° of latitude and 1 km north or south of the middle, x
//! is off by less than 0.03 %.

use throng_mesh::Corner;

use crate::options::Coordinates;
use crate::polygons::Bounds;

/// The widest place that is taken for one in degrees without being told: about 50 km.
const WIDEST_IN_DEGREES: f64 = 0.5;

/// What a file itself says about its coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Said {
    Nothing,
    Meters,
    Degrees,
}

/// From degrees to meters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Projection {
    /// Longitude and latitude, in degrees.
    middle: [f64; 2],
    /// Meters in a degree of each.
    scale: [f64; 2],
}

impl Projection {
    /// The projection that coordinates within these bounds need; `None` if they are meters.
    pub(crate) fn choose(wanted: Coordinates, said: Said, bounds: &Bounds) -> Option<Self> {
        let globe = Bounds { low: [-180.0, -90.0], high: [180.0, 90.0] };
        let span = [0, 1].map(|axis| bounds.high[axis] - bounds.low[axis]);
        let degrees = match (wanted, said) {
            (Coordinates::Meters, _) | (Coordinates::Auto, Said::Meters) => false,
            (Coordinates::Degrees, _) | (Coordinates::Auto, Said::Degrees) => true,
            (Coordinates::Auto, Said::Nothing) => {
                globe.contains(bounds) && span[0].max(span[1]) < WIDEST_IN_DEGREES
            }
        };
        (degrees && !bounds.is_empty())
            .then(|| Self::around([0, 1].map(|axis| bounds.low[axis] / 2.0 + bounds.high[axis] / 2.0)))
    }

    fn around([longitude, latitude]: [f64; 2]) -> Self {
        const SEMI_MAJOR: f64 = 6_378_137.0;
        const FLATTENING: f64 = 1.0 / 298.257_223_563;
        const ECCENTRICITY_SQ: f64 = FLATTENING * (2.0 - FLATTENING);
        // At a pole, longitudes mean nothing; beyond it, neither do latitudes.
        let cosine = cos_degrees(latitude.clamp(-89.9, 89.9));
        let w_sq = 1.0 - ECCENTRICITY_SQ * (1.0 - cosine * cosine);
        let normal = SEMI_MAJOR / w_sq.sqrt();
        let meridian = normal * (1.0 - ECCENTRICITY_SQ) / w_sq;
        let radians = std::f64::consts::PI / 180.0;
        Self { middle: [longitude, latitude], scale: [normal * cosine * radians, meridian * radians] }
    }

    /// A corner in meters. Heights are in meters already.
    pub(crate) fn apply(&self, [longitude, latitude, height]: Corner) -> Corner {
        let [x, y] = [longitude, latitude];
        [(x - self.middle[0]) * self.scale[0], (y - self.middle[1]) * self.scale[1], height]
    }

    /// What to tell the user.
    pub(crate) fn note(&self) -> String {
        let [longitude, latitude] = self.middle;
        format!(
            "coordinates were taken as degrees and unrolled to meters around longitude {longitude:.6}, \
             latitude {latitude:.6}; use --coordinates meters for the other reading"
        )
    }
}

/// The cosine of an angle in degrees, −90 ≤ angle ≤ 90, with the same bits on every machine; good to 1e-15.
fn cos_degrees(angle: f64) -> f64 {
    // cos x = 1 − x²/2! + x⁴/4! − …; at π/2 the first term that is left out is below 1e-21.
    let x = angle * (std::f64::consts::PI / 180.0);
    let mut sum = 1.0;
    for n in (1..=12).rev() {
        let n = f64::from(n);
        sum = 1.0 - sum * (x * x) / ((2.0 * n - 1.0) * (2.0 * n));
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cosines_are_right() {
        let root = |number: f64| number.sqrt();
        for (angle, expected) in [
            (0.0, 1.0),
            (30.0, root(3.0) / 2.0),
            (36.0, (1.0 + root(5.0)) / 4.0),
            (-45.0, root(0.5)),
            (60.0, 0.5),
            (72.0, (root(5.0) - 1.0) / 4.0),
            (90.0, 0.0),
        ] {
            assert!((cos_degrees(angle) - expected).abs() < 1e-15, "{angle}: {}", cos_degrees(angle));
        }
    }

    #[test]
    fn a_degree_has_its_published_length() {
        // Length of a degree of longitude and latitude on WGS 84, to the decimeter.
        for (latitude, longitude_m, latitude_m) in
            [(0.0, 111_319.5, 110_574.3), (45.0, 78_846.8, 111_131.7), (60.0, 55_800.1, 111_412.2)]
        {
            let [x, y] = Projection::around([7.0, latitude]).scale;
            assert!((x - longitude_m).abs() < 0.2 && (y - latitude_m).abs() < 0.2, "{latitude}: {x}, {y}");
        }
    }

    #[test]
    fn what_is_taken_for_degrees() {
        let bounds = |x: f64, y: f64, span: f64| Bounds { low: [x, y], high: [x + span, y + span] };
        let is_degrees = |wanted, said, bounds| Projection::choose(wanted, said, &bounds).is_some();
        use Coordinates::{Auto, Degrees, Meters};
        assert!(is_degrees(Auto, Said::Nothing, bounds(5.1, 52.0, 0.01)), "a quarter");
        assert!(!is_degrees(Auto, Said::Nothing, bounds(5.0, 52.0, 0.6)), "too wide");
        assert!(!is_degrees(Auto, Said::Nothing, bounds(500.0, 52.0, 0.01)), "no longitude");
        assert!(!is_degrees(Auto, Said::Nothing, Bounds::EMPTY), "nothing there");
        assert!(!is_degrees(Auto, Said::Meters, bounds(5.1, 52.0, 0.01)), "the file says meters");
        assert!(is_degrees(Auto, Said::Degrees, bounds(5.1, 52.0, 3.0)), "the file says degrees");
        assert!(!is_degrees(Meters, Said::Degrees, bounds(5.1, 52.0, 0.01)), "the user says meters");
        assert!(is_degrees(Degrees, Said::Meters, bounds(5.1, 52.0, 3.0)), "the user says degrees");
    }
}
