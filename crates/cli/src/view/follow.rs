//! What is told of a character that somebody follows.

use serde_json::{Value, json};
use throng_crowd::{CharacterId, Conduct, Crowd, Goal};
use throng_mesh::Position;

use super::facts::raised;

/// Corners of a route that are told, from where the character is.
const MOST_CORNERS: usize = 500;

/// The event `followed`.
pub(super) fn event(crowd: &Crowd, id: CharacterId) -> Value {
    let Some(who) = crowd.get(id) else {
        return json!({ "event": "followed", "character": id.0, "gone": true });
    };
    let mesh = crowd.mesh();
    let place = |position: Position| raised(mesh, position.at, position.layer);
    let [x, y] = who.velocity();
    let goal = who.goal().map(|goal| match goal {
        Goal::Place(position) => place(*position),
        Goal::Area(area) => raised(mesh, area.middle(), area.layer),
    });
    let doing = match who.conduct() {
        Conduct::Stand => "stands",
        Conduct::Walk if who.is_stuck() => "is stuck",
        Conduct::Walk => "walks",
        Conduct::Steered(_) => "is steered",
    };
    json!({
        "event": "followed", "character": id.0,
        "position": place(who.position()), "layer": mesh.layer_name(who.position().layer),
        "speed": f64::from((x * x + y * y).sqrt()),
        "profile": crowd.profile(who.profile()).name,
        "goal": goal,
        "route": who.route().into_iter().take(MOST_CORNERS).map(place).collect::<Vec<_>>(),
        "attraction": who.attraction().map(place),
        "neighbors": who.neighbors().map(|id| id.0).collect::<Vec<_>>(),
        "stuck": who.is_stuck(), "doing": doing,
    })
}
