//! Scratch.
use std::time::Instant;
use throng_voronoi::*;
fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    let which = std::env::args().nth(1).unwrap_or("small".into());
    if which == "small" {
        let n: u64 = std::env::args().nth(2).map_or(20000, |s| s.parse().unwrap());
        let coords: i32 = std::env::args().nth(3).map_or(8, |s| s.parse().unwrap());
        let mut bad = 0;
        for seed in 0..n {
            let segs = sample::small(seed, coords, 12);
            let r = std::panic::catch_unwind(|| Diagram::of_segments(&segs).map(|b| b.diagram.check_all()));
            match r { Ok(Ok(Ok(()))) => {}, other => { bad += 1; if bad < 4 {
                let mut segs = segs.clone();
                let mut i = 0;
                while i < segs.len() { let mut t = segs.clone(); t.remove(i);
                    let r = std::panic::catch_unwind(|| Diagram::of_segments(&t).map(|b| b.diagram.check_all()));
                    if matches!(r, Ok(Ok(Ok(())))) { i += 1 } else { segs = t } }
                println!("{seed}: {other:?} {:?}", segs.iter().map(|s| (s[0].x, s[0].y, s[1].x, s[1].y)).collect::<Vec<_>>()); } } }
        }
        println!("bad {bad} of {n}");
        return;
    }
    let big: Vec<(&str, Vec<[GridPoint; 2]>)> = match which.as_str() {
        "all" => vec![("s30", sample::squares(30, 1)), ("s96", sample::squares(96, 1)), ("s225", sample::squares(225, 1)), ("random", sample::random_disjoint(40000, 1)), ("comb", sample::comb(40000)), ("needles", sample::needles(40000)), ("diag", sample::needles_diagonal(40000)), ("maze", sample::maze(40000, 1)), ("grid", sample::grid_squares(100)),
          ("lattice", sample::lattice(100)), ("polygon", sample::polygon(5000)), ("chain", sample::chain(40000)), ("walls", sample::walls_and_pillars(40000,1)), ("star", sample::star(10000,1)), ("slivers", sample::slivers(10000,1))],
        "s225" => vec![("s225", sample::squares(225, 1))],
        _ => vec![("s96", sample::squares(96, 1))],
    };
    for (name, segs) in big {
        let mut best = f64::MAX; let mut d = None;
        for _ in 0..5 { let t = Instant::now(); let b = Diagram::of_segments(&segs); best = best.min(t.elapsed().as_secs_f64()); d = Some(b); }
        match d.unwrap() {
            Ok(b) => { let t = Instant::now(); let ok = if which != "fast" { b.diagram.check() } else { Ok(()) };
              println!("{name} {} segs {:.2} ms {:.0} ns/seg {:?} check {:?} {:.0} ms", segs.len(), best * 1e3, best * 1e9 / segs.len() as f64, b.diagram.counts(), ok, t.elapsed().as_secs_f64() * 1e3); }
            Err(e) => println!("{name} {e}"),
        }
    }
}
