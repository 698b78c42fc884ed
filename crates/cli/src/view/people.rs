//! Requests about characters: who comes, goes, and where to.

use serde_json::{Map, Value, json};
use throng_crowd::{CharacterId, Goal, ProfileId};

use super::engine::{Engine, words};
use crate::query::{number, position};

/// So many come with one request, at most.
const MOST_ADDED: usize = 100_000;
/// How far around a place newcomers come, if not told, and at most. (m)
const RADIUS: f64 = 3.0;
const MOST_RADIUS: f64 = 1_000.0;

impl Engine {
    /// `add`: around a place, or anywhere. They walk about.
    pub(super) fn add(&mut self, request: &Map<String, Value>) -> Result<Value, String> {
        let count = request.get("count").and_then(Value::as_u64).filter(|&count| count <= MOST_ADDED as u64);
        let count = count.ok_or_else(|| format!("\"count\" must be a number up to {MOST_ADDED}"))?;
        let profile = match request.get("profile") {
            None | Some(Value::Null) => None,
            Some(value) => Some(self.profile_of(value)?),
        };
        let around = match request.get("at") {
            None | Some(Value::Null) => None,
            Some(_) => {
                let middle = position(self.show.crowd().mesh(), request, "at", "layer").map_err(words)?;
                let radius = number(request, "radius", RADIUS).map_err(words)?;
                if !(0.0..=MOST_RADIUS).contains(&radius) {
                    return Err(format!("\"radius\" must be from 0 to {MOST_RADIUS}"));
                }
                Some((middle, radius))
            }
        };
        let (crowd, strollers) = self.show.people();
        let added = strollers.add(crowd, count as usize, profile, around);
        self.publish(0.0);
        Ok(json!({ "added": added }))
    }

    /// `dismiss`: they are gone at the next step.
    pub(super) fn dismiss(&mut self, request: &Map<String, Value>) -> Result<Value, String> {
        let who = characters(request)?;
        let count = who.into_iter().filter(|&id| self.show.crowd_mut().remove(id)).count();
        Ok(json!({ "dismissed": count }))
    }

    /// `send`: another goal.
    pub(super) fn send_somewhere(&mut self, request: &Map<String, Value>) -> Result<Value, String> {
        let to = position(self.show.crowd().mesh(), request, "to", "to_layer").map_err(words)?;
        if self.show.crowd().mesh().locate(to, None).is_none() {
            return Err(format!("({:.2}, {:.2}) is not walkable", to.at[0], to.at[1]));
        }
        self.drive(request, |engine, id| engine.show.crowd_mut().send(id, Goal::Place(to)))
    }

    /// `stop`: they stand.
    pub(super) fn stop(&mut self, request: &Map<String, Value>) -> Result<Value, String> {
        self.drive(request, |engine, id| engine.show.crowd_mut().stop(id))
    }

    /// `profile`: another profile; whoever would not fit keeps the old one.
    pub(super) fn set_profile(&mut self, request: &Map<String, Value>) -> Result<Value, String> {
        let profile = request.get("profile").ok_or("\"profile\" must be the number of one")?;
        let profile = self.profile_of(profile)?;
        let who = characters(request)?;
        let count = who.into_iter().filter(|&id| self.show.crowd_mut().set_profile(id, profile)).count();
        self.publish(0.0);
        Ok(json!({ "changed": count }))
    }

    /// Does something with characters that are driven by hand from now on.
    fn drive(
        &mut self,
        request: &Map<String, Value>,
        act: impl Fn(&mut Self, CharacterId) -> bool,
    ) -> Result<Value, String> {
        let mut count = 0;
        for id in characters(request)? {
            self.show.release(id);
            count += usize::from(act(self, id));
        }
        Ok(json!({ "changed": count }))
    }

    fn profile_of(&self, value: &Value) -> Result<ProfileId, String> {
        let count = self.show.crowd().num_profiles();
        let number = value.as_u64().filter(|&number| (number as usize) < count);
        let number = number.ok_or_else(|| {
            format!("there is no profile {value}; they are counted from 0 to {}", count - 1)
        })?;
        Ok(ProfileId(number as u16))
    }
}

/// The characters of a request.
fn characters(request: &Map<String, Value>) -> Result<Vec<CharacterId>, String> {
    let list = request.get("characters").and_then(Value::as_array);
    list.ok_or("\"characters\" must be a list of numbers")?.iter().map(character).collect()
}

/// A character by its number.
pub(super) fn character(value: &Value) -> Result<CharacterId, String> {
    let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
    number.map(CharacterId).ok_or_else(|| format!("{value} is not the number of a character"))
}
