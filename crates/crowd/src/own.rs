//! What a character has of its own: draws of the distributions of its profile.
//!
//! Idea. Radius, gap to walls and speed are drawn once, and kept. The other parameters of a profile are drawn again whenever they are asked for, from
//! random numbers that belong to seed, character and parameter: so they take no memory, and need not be saved.
//!
//! Invariant: a character gets the same value however often, when, and on which thread somebody asks.
//! Cost: a branch and a load for a constant. Else a draw: some 10 to 25 ns, but 0.3 µs for normal, log-normal and gamma distributions.

use crate::distribution::Distribution;
use crate::id::CharacterId;
use crate::profile::Profile;
use crate::random::{Purpose, Random};

/// A character's own values of the parameters of its profile.
///
/// ```
/// use throng_crowd::{CharacterId, Distribution, Profile};
///
/// let mut profile = Profile::default();
/// profile.body.relaxation = Distribution::Uniform { from: 0.3, to: 0.7 };
/// let [one, other] = [0, 1].map(|id| profile.of(7, CharacterId(id)).relaxation());
/// assert!(one != other && (0.3..=0.7).contains(&one));
/// assert_eq!(profile.of(7, CharacterId(0)).relaxation(), one, "however often");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Own<'a> {
    profile: &'a Profile,
    seed: u64,
    id: CharacterId,
}

/// What is drawn. The numbers are part of the key: another one would change results.
#[derive(Clone, Copy, Debug)]
enum Parameter {
    WallGap = 0,
    Clearance = 1,
    Side = 2,
    DensityWeight = 3,
    Viewing = 4,
    Review = 5,
    Notice = 6,
    Relaxation = 7,
    Acceleration = 8,
    TimeGap = 9,
}

impl Profile {
    /// The own values of a character with this profile, in a crowd with a seed.
    #[inline]
    pub fn of(&self, seed: u64, id: CharacterId) -> Own<'_> {
        Own { profile: self, seed, id }
    }
}

impl Own<'_> {
    /// How much farther than its radius its center stays from walls. \[m\]
    pub fn wall_gap(self) -> f32 {
        self.value(&self.profile.wall_gap, Parameter::WallGap) as f32
    }

    /// How far from walls its routes are, beyond the radius, where there is room. \[m\]
    pub fn clearance(self) -> f64 {
        self.value(&self.profile.route.clearance, Parameter::Clearance)
    }

    /// On which side of corridors its routes are: 0 is the left, 1 the right; `None` if the kind of its routes says it.
    pub fn side(self) -> Option<f64> {
        self.profile.route.side.as_ref().map(|all| self.value(all, Parameter::Side))
    }

    /// How much it minds being held up.
    pub fn density_weight(self) -> f64 {
        self.value(&self.profile.route.density_weight, Parameter::DensityWeight)
    }

    /// How far it knows of crowding. \[m\]
    pub fn viewing(self) -> f64 {
        self.value(&self.profile.route.viewing, Parameter::Viewing)
    }

    /// After how long it plans again; `None` if it does not for that reason. \[s\]
    #[inline]
    pub fn review(self) -> Option<f64> {
        self.profile.route.review.as_ref().map(|all| self.value(all, Parameter::Review))
    }

    /// How far away it notices that the place has changed. \[m\]
    pub fn notice(self) -> f64 {
        self.value(&self.profile.route.notice, Parameter::Notice)
    }

    /// How long it takes to get about two thirds of the way to a new velocity. \[s\]
    #[inline]
    pub fn relaxation(self) -> f32 {
        self.value(&self.profile.body.relaxation, Parameter::Relaxation) as f32
    }

    /// The most that its velocity changes in a second. \[m/s²\]
    #[inline]
    pub fn acceleration(self) -> f32 {
        self.value(&self.profile.body.acceleration, Parameter::Acceleration) as f32
    }

    /// The gap in time that it keeps to whoever is ahead; `None` if it keeps none. \[s\]
    #[inline]
    pub fn time_gap(self) -> Option<f32> {
        self.profile.headway.as_ref().map(|headway| self.value(&headway.time, Parameter::TimeGap) as f32)
    }

    #[inline]
    fn value(self, all: &Distribution, parameter: Parameter) -> f64 {
        match *all {
            Distribution::Constant(value) => value,
            _ => self.draw(all, parameter),
        }
    }

    // Not in line: in the passes of a step, constants must not pay for it.
    #[inline(never)]
    fn draw(self, all: &Distribution, parameter: Parameter) -> f64 {
        all.sample(&mut Random::new(self.seed, Purpose::Parameter, self.id.0, parameter as u64))
    }
}

#[cfg(test)]
mod tests;
