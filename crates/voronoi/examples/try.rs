//! Scratch.
use std::time::Instant;
use throng_voronoi::*;
fn main() {
    std::panic::set_hook(Box::new(|i| { if std::env::var("P").is_ok() { eprintln!("{i}") } }));
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
    if which == "ops" {
        let n: u64 = std::env::args().nth(2).map_or(2000, |s| s.parse().unwrap());
        let coords: i32 = std::env::args().nth(3).map_or(8, |s| s.parse().unwrap());
        let size: usize = std::env::args().nth(4).map_or(12, |s| s.parse().unwrap());
        let (mut bad, mut ops) = (0, 0);
        let run = |segs: &[[GridPoint; 2]], seed: u64, ops: &mut u64| -> Result<(), String> {
            let mut rnd = sample::Random::new(seed);
            let mut b = Diagram::of_segments(segs).map_err(|e| e.to_string())?;
            let d = &mut b.diagram;
            let mut points: Vec<PointId> = b.points.clone(); points.sort(); points.dedup();
            let mut live: Vec<([PointId; 2], SegmentId)> = b.segments.iter().flatten().map(|&s| (d.ends(s), s)).collect();
            live.sort_by_key(|l| l.1); live.dedup();
            let mut dead: Vec<[PointId; 2]> = vec![];
            let mut gone: Vec<GridPoint> = vec![];
            for step in 0..40 {
                *ops += 1;
                match rnd.below(4) {
                    0 | 1 if !live.is_empty() => { let (e, s) = live.swap_remove(rnd.below(live.len())); d.remove_segment(s).map_err(|e| e.to_string())?; dead.push(e); }
                    2 if !dead.is_empty() => { let e = dead.swap_remove(rnd.below(dead.len())); let (s, _) = d.insert_segment(e[0], e[1]).map_err(|e| e.to_string())?; live.push((e, s)); }
                    3 => {
                        let free: Vec<PointId> = points.iter().copied().filter(|p| !live.iter().any(|l| l.0.contains(p)) && !dead.iter().any(|l| l.contains(p))).collect();
                        if !free.is_empty() && rnd.below(2) == 0 { let p = free[rnd.below(free.len())]; gone.push(d.point(p)); points.retain(|&q| q != p); d.remove_point(p).map_err(|e| e.to_string())?; }
                        else if !gone.is_empty() { let at = gone.swap_remove(rnd.below(gone.len())); let p = d.insert_point(at, None).map_err(|e| e.to_string())?.0; points.push(p); }
                        else if !dead.is_empty() { dead.swap_remove(rnd.below(dead.len())); }
                    }
                    _ => {}
                }
                d.check_all().map_err(|e| format!("step {step}: {e}"))?;
            }
            Ok(())
        };
        for seed in 0..n {
            let segs = sample::small(seed, coords, size);
            let r = std::panic::catch_unwind(|| { let mut o = 0; (run(&segs, seed, &mut o), o) });
            match r { Ok((Ok(()), o)) => ops += o, other => { bad += 1; if bad < 6 { println!("{seed}: {other:?}"); } } }
        }
        println!("bad {bad} of {n}, {ops} ops");
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
