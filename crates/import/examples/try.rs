//! trial
use std::time::Instant;
use throng_import::*;
fn main() {
    let mut o = ExtractOptions::default();
    let mut m = ModelOptions::default();
    let mut write = None;
    let mut args = std::env::args().skip(1);
    while let Some(a) = args.next() {
        let mut num = || args.next().unwrap().parse::<f64>().unwrap();
        match a.as_str() {
            "--slope" => o.slope = num(),
            "--head" => o.head_room = num(),
            "--step" => o.step = num(),
            "--min" => o.min_area = num(),
            "--unit" => m.unit = Some(num()),
            "--z" => m.up = Some(UpAxis::Z),
            "--y" => m.up = Some(UpAxis::Y),
            "--out" => write = Some(args.next().unwrap()),
            f => {
                let t = Instant::now();
                let model = read_model(f, &m).unwrap().model;
                let read = t.elapsed();
                let t = Instant::now();
                match extract(&model, &o, &|_, _, _| std::ops::ControlFlow::Continue(())) {
                    Err(e) => println!("{f}: {e}"),
                    Ok(x) => {
                        let total = t.elapsed();
                        let r = &x.report;
                        println!(
                            "{} tri {} area {:.2} comp {} (+{} {:.2}) layers {} conn {} | read {:.0?} total {:.0?} {}",
                            f.rsplit('/').next().unwrap(),
                            r.triangles,
                            r.area,
                            r.components.len(),
                            r.dropped,
                            r.dropped_area,
                            x.scene.layers.len(),
                            x.scene.connections.len(),
                            read,
                            total,
                            r.seconds
                                .iter()
                                .map(|(n, s)| format!("{n} {:.0}", s * 1e3))
                                .collect::<Vec<_>>()
                                .join(" ")
                        );
                        for k in &r.remarks {
                            println!("   - {k}");
                        }
                        let problems = throng_mesh::check(&x.scene);
                        for p in problems.iter().take(6) {
                            println!("   ! {:?}", p);
                        }
                        if problems.len() > 6 {
                            println!("   ! {} problems", problems.len());
                        }
                        match throng_mesh::Mesh::build(&x.scene) {
                            Ok(b) => {
                                println!(
                                    "   mesh area {:.2} components {}",
                                    b.mesh.area(),
                                    b.mesh.num_components()
                                );
                            }
                            Err(_) => println!("   NO MESH"),
                        }
                        if let Some(w) = &write {
                            std::fs::write(w, write_scene(&x.scene)).unwrap();
                        }
                    }
                }
            }
        }
    }
}
