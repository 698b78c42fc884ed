//! Scratch.
use throng_voronoi::*;
fn main() {
    let n: usize = std::env::args().nth(2).map_or(1, |s| s.parse().unwrap());
    let s = match std::env::args().nth(1).unwrap().as_str() { "s96" => sample::squares(96, 1), "s225" => sample::squares(225, 1), "random" => sample::random_disjoint(40000, 1), "comb" => sample::comb(20000), "needles" => sample::needles(40000), "grid" => sample::grid_squares(100), _ => panic!() };
    let mut best = f64::MAX;
    for _ in 0..n { let t = std::time::Instant::now(); let b = Diagram::of_segments(&s).unwrap(); best = best.min(t.elapsed().as_secs_f64()); std::hint::black_box(&b); }
    println!("{:.2} ms", best * 1e3);
}
