//! Scratch.
use throng_voronoi::naive::{compare, Verdict};
use throng_voronoi::sample;
fn main() {
    let n: u64 = std::env::args().nth(1).map_or(2000, |s| s.parse().unwrap());
    let run = |name: &str, f: &dyn Fn(u64) -> Vec<sample::Segment>| {
        let t = std::time::Instant::now();
        let (mut same, mut verts, mut unclear, mut diff) = (0, 0, 0, 0);
        for seed in 0..n {
            let s = f(seed);
            match compare(&s) {
                Verdict::Same(k) => { same += 1; verts += k }
                Verdict::Unclear => unclear += 1,
                Verdict::Different(e) => { diff += 1; if diff < 4 { println!("{name} {seed}: {e}\n  {:?}", s.iter().map(|s| (s[0].x, s[0].y, s[1].x, s[1].y)).collect::<Vec<_>>()); } }
            }
        }
        println!("{name}: same {same} ({verts} vertices) unclear {unclear} different {diff} {:.1} us each", t.elapsed().as_secs_f64() * 1e6 / n as f64);
    };
    for coords in [4, 6, 8, 16, 32, 64] {
        for k in [3, 4, 6, 10] { run(&format!("small {coords} {k}"), &|seed| sample::small(seed, coords, k)); }
    }
    run("cocircular", &|seed| sample::cocircular(seed));
    run("near", &|seed| sample::near_degenerate(seed));
}
