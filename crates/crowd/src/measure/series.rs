//! Values over time, and how they spread.

/// Values over time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// When. \[s\]
    pub times: Vec<f64>,
    /// What was measured then.
    pub values: Vec<f64>,
}

/// How values spread. All zero if there are none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spread {
    /// How many there are.
    pub count: usize,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation, as of a sample: with n - 1; 0 for less than two.
    pub deviation: f64,
    /// The least of them.
    pub least: f64,
    /// The 5th, 25th, 50th, 75th and 95th percentile.
    pub percentiles: [f64; 5],
    /// The largest of them.
    pub most: f64,
}

impl Series {
    /// One more value.
    pub fn push(&mut self, time: f64, value: f64) {
        self.times.push(time);
        self.values.push(value);
    }

    /// How the values spread. With frames at equal distances of time its mean is the mean over time.
    pub fn spread(&self) -> Spread {
        Spread::of(self.values.clone())
    }

    /// The first time at which the largest value is reached. \[s\]
    pub fn time_of_most(&self) -> Option<f64> {
        let most = self.values.iter().copied().reduce(f64::max)?;
        self.values.iter().position(|&value| value == most).map(|index| self.times[index])
    }

    /// Every so many values their mean, at the time of the first: for plots that have less room than a series has values.
    pub fn thinned(&self, every: usize) -> Self {
        let every = every.max(1);
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        Self {
            times: self.times.chunks(every).map(|times| times[0]).collect(),
            values: self.values.chunks(every).map(mean).collect(),
        }
    }
}

impl Spread {
    /// Which percentiles it has.
    pub const PERCENTILES: [u32; 5] = [5, 25, 50, 75, 95];

    /// How values spread, in whatever order they come.
    pub fn of(mut values: Vec<f64>) -> Self {
        values.sort_by(f64::total_cmp);
        let (Some(&least), Some(&most)) = (values.first(), values.last()) else { return Self::default() };
        let count = values.len();
        let mean = values.iter().sum::<f64>() / count as f64;
        let squares = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>();
        let deviation = if count < 2 { 0.0 } else { (squares / (count - 1) as f64).sqrt() };
        let percentiles = Self::PERCENTILES.map(|share| percentile(&values, f64::from(share) / 100.0));
        Self { count, mean, deviation, least, percentiles, most }
    }

    /// The 50th percentile.
    pub fn median(&self) -> f64 {
        self.percentiles[2]
    }
}

/// The value below which a share of sorted values lies, from 0 to 1, with straight lines between them: of n values the first one
/// has share 0 and the last one share 1. 0 if there are none.
pub fn percentile(sorted: &[f64], share: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
    let share = if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) };
    let place = share * last as f64;
    let below = (place as usize).min(last);
    let above = (below + 1).min(last);
    let part = place - below as f64;
    sorted[below] + part * (sorted[above] - sorted[below])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_four_values() {
        let spread = Spread::of(vec![4.0, 1.0, 3.0, 2.0]);
        assert_eq!((spread.count, spread.mean, spread.median()), (4, 2.5, 2.5));
        assert_eq!((spread.least, spread.most), (1.0, 4.0));
        assert!((spread.deviation - (5.0_f64 / 3.0).sqrt()).abs() < 1e-15, "{spread:?}");
        assert!((spread.percentiles[0] - 1.15).abs() < 1e-15, "between the first two: {spread:?}");
    }

    #[test]
    fn of_none_and_one() {
        assert_eq!(Spread::of(Vec::new()), Spread::default());
        let one = Spread::of(vec![7.0]);
        assert_eq!((one.mean, one.deviation, one.percentiles), (7.0, 0.0, [7.0; 5]));
        assert_eq!(percentile(&[], 0.5), 0.0);
        assert_eq!(percentile(&[1.0, 2.0], f64::NAN), 1.0, "what makes no sense is the least");
    }

    #[test]
    fn thinned_series_keep_their_mean() {
        let mut series = Series::default();
        (0..10).for_each(|k| series.push(f64::from(k), f64::from(k * k % 7)));
        let thin = series.thinned(5);
        assert_eq!(thin.times, [0.0, 5.0]);
        assert_eq!(thin.spread().mean, series.spread().mean);
        assert_eq!(series.time_of_most(), Some(2.0), "4 is reached at 2 first");
    }
}
