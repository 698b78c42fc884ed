//! Scratch.
use throng_voronoi::*;
use throng_voronoi::sample::Segment;
type S = Vec<Segment>;
fn bad(s: &S) -> Option<Segment> {
    let r = std::panic::catch_unwind(|| Diagram::of_segments(s));
    let Ok(Ok(b)) = r else { return None };
    for (i, seg) in s.iter().enumerate() {
        let Some(id) = b.segments[i] else { continue };
        let mut d = b.diagram.clone();
        let r = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| { d.remove_segment(id).unwrap(); d.check_all() }));
        if !matches!(r, Ok(Ok(()))) { return Some(*seg) }
    }
    None
}
fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    let mut count = 0;
    let mut total = 0;
    for seed in 0..20000 {
        for (name, mut s) in [("coc", sample::cocircular(seed)), ("small", sample::small(seed, 8, 10)), ("ext", sample::extremes(seed)), ("near", sample::near_degenerate(seed))] {
            total += 1;
            if bad(&s).is_none() { continue }
            count += 1;
            if count < 6 {
                let mut i = 0;
                while i < s.len() { let mut t = s.clone(); t.remove(i); if bad(&t).is_some() { s = t } else { i += 1 } }
                println!("{name} {seed}: remove {:?} of {:?}", bad(&s), s.iter().map(|s| (s[0].x, s[0].y, s[1].x, s[1].y)).collect::<Vec<_>>());
            }
        }
    }
    println!("{count} of {total}");
}
