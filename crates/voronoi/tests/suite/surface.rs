//! Layered surfaces: gluing, opening, closing, against distances marched over the layers.

use throng_voronoi::march::March;
use throng_voronoi::sample::Random;
use throng_voronoi::sample::layered::{Place, fan, ramp, spiral, tight_spiral};
use throng_voronoi::{Border, SeamId, Side, Surface, SurfaceError};

fn places() -> Vec<(&'static str, Place)> {
    vec![
        ("spiral of 7", spiral(3, 7)),
        ("spiral of 12", spiral(3, 12)),
        ("tight spiral of 4", tight_spiral(3, 4)),
        ("tight spiral of 9", tight_spiral(2, 9)),
        ("ramp", ramp(12, 30)),
        ("open fan", fan(7, false)),
        ("closed fan", fan(6, true)),
    ]
}

fn glued(place: &Place) -> Surface {
    let surface = place.build().expect("the layers are clean");
    surface.diagram().check().expect("gluing keeps the invariants");
    surface
}

#[test]
fn any_order_of_opening_gives_the_same_diagram() {
    for (name, place) in places() {
        let closed = glued(&place);
        let mut random = Random::new(1);
        let mut cheapest = closed.clone();
        cheapest.open_all();
        for round in 0..6 {
            let mut order = place.seam_ids();
            match round {
                0 => {}
                1 => order.reverse(),
                _ => random.shuffle(&mut order),
            }
            let mut surface = closed.clone();
            for seam in order {
                surface.open(seam).expect("the seam is closed");
                surface.diagram().check().unwrap_or_else(|violation| panic!("{name}: {violation}"));
            }
            assert_eq!(surface.outline(), cheapest.outline(), "{name}, order {round}");
        }
    }
}

#[test]
fn every_state_agrees_with_the_march() {
    for (name, place) in places() {
        let mut surface = glued(&place);
        let mut random = Random::new(2);
        let mut order = place.seam_ids();
        random.shuffle(&mut order);
        for (k, seam) in order.into_iter().enumerate() {
            surface.open(seam).expect("the seam is closed");
            if k % 4 == 0 {
                compare(name, &place, &surface);
            }
        }
        assert!(compare(name, &place, &surface) > 0, "{name}: nothing was compared");
    }
}

#[test]
fn closing_is_the_inverse_of_opening() {
    for (name, place) in places() {
        let closed = glued(&place);
        let mut surface = closed.clone();
        let mut random = Random::new(3);
        for step in 0..4 * place.seams.len() {
            let seam = SeamId(random.below(place.seams.len()) as u32);
            let done = if surface.is_open(seam) { surface.close(seam) } else { surface.open(seam) };
            done.unwrap_or_else(|error| panic!("{name}, step {step}: {error}"));
            surface.diagram().check().unwrap_or_else(|violation| panic!("{name}, step {step}: {violation}"));
            if step % 8 == 0 {
                compare(name, &place, &surface);
            }
        }
        for seam in place.seam_ids() {
            if surface.is_open(seam) {
                surface.close(seam).expect("nothing stands on it");
            }
        }
        assert_eq!(surface.outline(), closed.outline(), "{name}");
    }
}

#[test]
fn bad_seams_are_refused() {
    let mut place = spiral(1, 7);
    place.seams.clear();
    let mut surface = place.build().expect("the layers are clean");
    let segments: Vec<_> = surface.diagram().segments().collect();
    let border = |k: usize, layer| Border { segment: segments[k], layer };
    let all = |surface: &mut Surface, layer| {
        let pairs = (0..4).flat_map(|i| (4..8).map(move |j| (i, j)));
        pairs.map(|(i, j)| surface.glue(border(i, Side::Left), border(j, layer))).collect::<Vec<_>>()
    };
    // One pair of segments of the first two layers coincides; with both layers on one side nothing is glued.
    let refused = all(&mut surface, Side::Right);
    assert!(refused.iter().all(Result::is_err), "{refused:?}");
    assert_eq!(refused.iter().filter(|r| matches!(r, Err(SurfaceError::SameSide(..)))).count(), 1, "{refused:?}");
    let glued = all(&mut surface, Side::Left);
    assert_eq!(glued.iter().filter(|r| r.is_ok()).count(), 1, "{glued:?}");
    assert!(glued.iter().any(|r| matches!(r, Err(SurfaceError::Glued(_)))), "{glued:?}");
    assert!(matches!(surface.open(SeamId(9)), Err(SurfaceError::NoSeam(_))), "there is one seam");
    assert!(matches!(surface.close(SeamId(0)), Err(SurfaceError::AlreadyThere(_, false))), "it is closed");
    surface.diagram().check().expect("refusals change nothing");
}

fn compare(name: &str, place: &Place, surface: &Surface) -> usize {
    March::new(place, surface).compare(surface).unwrap_or_else(|problem| panic!("{name}: {problem}"))
}
