//! How many are in a zone, how dense and how fast they are: the classic density, N(t) and the mean speed.

use super::frame::Frame;
use super::series::Series;
use super::zone::Zone;

/// What is measured in a zone by looking at who has the center in it.
#[derive(Clone, Debug, PartialEq)]
pub struct AreaMeasure {
    zone: Zone,
    count: Series,
    density: Series,
    speed: Series,
}

impl AreaMeasure {
    /// Nothing measured yet.
    pub fn new(zone: Zone) -> Self {
        Self { zone, count: Series::default(), density: Series::default(), speed: Series::default() }
    }

    /// One more frame.
    pub fn add(&mut self, frame: &Frame) {
        let (mut count, mut speeds) = (0_u32, 0.0);
        for sample in frame.samples.iter().filter(|sample| self.zone.holds(sample)) {
            count += 1;
            speeds += sample.speed();
        }
        let count = f64::from(count);
        self.count.push(frame.time, count);
        self.density.push(frame.time, self.zone.per_area(count));
        if count > 0.0 {
            self.speed.push(frame.time, speeds / count);
        }
    }

    /// Where it is measured.
    pub fn zone(&self) -> &Zone {
        &self.zone
    }

    /// How many are in the zone, over time: N(t).
    pub fn count(&self) -> &Series {
        &self.count
    }

    /// How many there are per walkable area, over time. \[1/m²\]
    pub fn density(&self) -> &Series {
        &self.density
    }

    /// The mean of their speeds, over time; without the frames in which nobody is there. \[m/s\]
    pub fn speed(&self) -> &Series {
        &self.speed
    }
}

#[cfg(test)]
mod tests {
    use super::super::frame::sample::walkers;
    use super::*;
    use crate::area::Area;
    use throng_mesh::LayerId;

    #[test]
    fn as_counted_by_hand() {
        let room = vec![vec![[0.0, 0.0], [8.0, 0.0], [8.0, 6.0], [0.0, 6.0]]];
        let area = Area::new(LayerId(0), vec![[2.0, 1.0], [7.0, 1.0], [7.0, 5.0], [2.0, 5.0]]);
        let mut measure = AreaMeasure::new(Zone::in_rings(&room, area));
        let frames = walkers(3, 30, 40, [8.0, 6.0]);
        frames.iter().for_each(|frame| measure.add(frame));
        for (k, frame) in frames.iter().enumerate() {
            let inside: Vec<_> = frame
                .samples
                .iter()
                .filter(|s| (2.0..7.0).contains(&s.at[0]) && (1.0..5.0).contains(&s.at[1]))
                .collect();
            assert_eq!(measure.count().values[k], inside.len() as f64);
            assert!((measure.density().values[k] - inside.len() as f64 / 20.0).abs() < 1e-12, "frame {k}");
        }
        let busy = measure.count().values.iter().filter(|&&count| count > 0.0).count();
        assert_eq!(measure.speed().values.len(), busy, "a speed whenever somebody is there");
        assert!(measure.speed().spread().mean > 0.3, "and walks");
        assert_eq!(measure.zone().walkable(), 20.0);
    }

    #[test]
    fn nobody_has_no_speed() {
        let area = Area::rectangle(LayerId(0), [0.0, 0.0], [1.0, 1.0]);
        let mut measure = AreaMeasure::new(Zone::in_rings(&[], area));
        measure.add(&Frame::default());
        assert_eq!((measure.count().values[0], measure.speed().values.len()), (0.0, 0));
    }
}
