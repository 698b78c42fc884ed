//! Scales of plots: round numbers along an axis, and how they are written.

/// Where values are along an axis of a plot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scale {
    /// The values at its ends.
    pub(crate) values: [f64; 2],
    /// Where its ends are. (px)
    pub(crate) pixels: [f64; 2],
    /// From tick to tick.
    pub(crate) tick: f64,
}

impl Scale {
    /// An axis from zero or below to a round value that is at least the largest one, with about so many ticks.
    pub(crate) fn new(range: [f64; 2], pixels: [f64; 2], ticks: u32) -> Self {
        let low = if range[0].is_finite() { range[0].min(0.0) } else { 0.0 };
        let high = if range[1].is_finite() && range[1] > low { range[1] } else { low + 1.0 };
        let tick = round_up((high - low) / f64::from(ticks.max(1)));
        let values = [(low / tick).floor() * tick, (high / tick - 1e-9).ceil() * tick];
        Self { values, pixels, tick }
    }

    /// Where a value is. (px)
    pub(crate) fn place(&self, value: f64) -> f64 {
        let [low, high] = self.values;
        let share = if value.is_finite() { (value - low) / (high - low) } else { 0.0 };
        self.pixels[0] + share * (self.pixels[1] - self.pixels[0])
    }

    /// Values of ticks, and how they are written.
    pub(crate) fn ticks(&self) -> Vec<(f64, String)> {
        let count = ((self.values[1] - self.values[0]) / self.tick).round() as usize;
        let digits = (0..6).find(|&d| {
            let mut unit = 1.0;
            (0..d).for_each(|_| unit *= 10.0);
            let scaled = self.tick * unit;
            (scaled - scaled.round()).abs() < 1e-6
        });
        let value = |k: usize| self.values[0] + k as f64 * self.tick;
        (0..=count).map(|k| (value(k), format!("{:.*}", digits.unwrap_or(6), value(k)))).collect()
    }
}

/// The next number upward that is 1, 2 or 5 times a power of ten.
fn round_up(value: f64) -> f64 {
    let mut unit = 1.0;
    // At most some hundred steps: doubles have that many powers of ten.
    while unit > value && unit > 1e-300 {
        unit *= 0.1;
    }
    while unit * 10.0 <= value && unit < 1e300 {
        unit *= 10.0;
    }
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|k| k * unit).find(|&v| v >= value * (1.0 - 1e-9)).unwrap_or(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        let written = |most: f64| {
            let scale = Scale::new([0.0, most], [0.0, 100.0], 5);
            scale.ticks().into_iter().map(|(_, text)| text).collect::<Vec<_>>()
        };
        assert_eq!(written(1.0), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(written(9.7), ["0", "2", "4", "6", "8", "10"]);
        assert_eq!(written(120.0), ["0", "50", "100", "150"]);
        assert_eq!(written(f64::NAN).len(), 6, "nothing to show, but axes");
        assert_eq!(written(0.03).last().map(String::as_str), Some("0.03"));
        let scale = Scale::new([0.0, 10.0], [100.0, 0.0], 5);
        assert_eq!((scale.place(0.0), scale.place(5.0), scale.place(f64::NAN)), (100.0, 50.0, 100.0));
    }
}
