//! Layered surfaces: a spiral ramp that overlaps itself, and a worst case, opened in three orders.
//!
//! Opens all seams in order, in reverse and cheapest first, checks that the three diagrams are the same and agree with
//! distances marched over the layers, closes and reopens seams, and prints the times.

use std::process::ExitCode;
use std::time::Instant;

use throng_voronoi::march::March;
use throng_voronoi::sample::layered::{Place, ramp, spiral, tight_spiral};
use throng_voronoi::{SeamId, Surface};

fn main() -> ExitCode {
    let mut good = true;
    for (name, place) in [
        ("spiral, 3 turns of 7", spiral(3, 7)),
        ("spiral, 3 turns of 12", spiral(3, 12)),
        ("spiral, 3 turns of 48", spiral(3, 48)),
        ("tight spiral, 3 turns of 12", tight_spiral(3, 12)),
        ("ramp, 60 layers, 300 obstacles", ramp(60, 300)),
        ("ramp, 200 layers, 1000 obstacles", ramp(200, 1000)),
    ] {
        if let Err(problem) = study(name, &place) {
            good = false;
            println!("{name}: {problem}");
        }
    }
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn study(name: &str, place: &Place) -> Result<(), String> {
    let closed = place.build().map_err(|error| error.to_string())?;
    closed.diagram().check().map_err(|violation| format!("glued: {violation}"))?;
    let ids = place.seam_ids();
    let reversed: Vec<SeamId> = ids.iter().rev().copied().collect();
    let (in_order, order_ms) = timed(&closed, |surface| open(surface, &ids))?;
    let (in_reverse, reverse_ms) = timed(&closed, |surface| open(surface, &reversed))?;
    let (cheapest, cheapest_ms) = timed(&closed, |surface| {
        surface.open_all();
        Ok(())
    })?;
    println!(
        "{name}: {} seams; in order {order_ms:.2} ms, in reverse {reverse_ms:.2} ms, cheapest first {cheapest_ms:.2} ms",
        ids.len()
    );
    for surface in [&in_order, &in_reverse, &cheapest] {
        surface.diagram().check().map_err(|violation| violation.to_string())?;
    }
    if in_order.outline() != in_reverse.outline() || in_order.outline() != cheapest.outline() {
        return Err("the three orders give different diagrams".to_owned());
    }
    let compared = March::new(place, &in_order).compare(&in_order)?;
    println!("  three equal diagrams of {} vertices; {compared} inside agree with the march", in_order.outline().len());
    let mut surface = in_order;
    for &seam in &ids {
        surface.close(seam).map_err(|error| error.to_string())?;
    }
    if surface.outline() != closed.outline() {
        return Err("closing all seams does not give back the closed surface".to_owned());
    }
    println!("  closed again: as before");
    Ok(())
}

fn open(surface: &mut Surface, seams: &[SeamId]) -> Result<(), String> {
    for &seam in seams {
        surface.open(seam).map_err(|error| error.to_string())?;
    }
    Ok(())
}

fn timed(
    closed: &Surface,
    work: impl Fn(&mut Surface) -> Result<(), String>,
) -> Result<(Surface, f64), String> {
    let mut surface = closed.clone();
    let start = Instant::now();
    work(&mut surface)?;
    Ok((surface, start.elapsed().as_secs_f64() * 1e3))
}
