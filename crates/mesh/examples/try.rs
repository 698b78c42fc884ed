use throng_mesh::*;
fn ring(c: &[[f64; 2]]) -> Ring {
    c.iter().map(|&[x, y]| [x, y, 0.0]).collect()
}
fn main() {
    let mut layer = Layer::new("g");
    layer.walkable.push(ring(&[[0., 0.], [20., 0.], [20., 10.], [0., 10.]]));
    layer.obstacles.push(ring(&[[4., 4.], [6., 4.], [6., 6.]]));
    layer.obstacles.push(ring(&[[9., 1.], [9., 8.]]));
    layer.obstacles.push(ring(&[[12., 5.]]));
    let mut ramp = Layer::new("ramp");
    ramp.walkable.push(vec![[20., 2., 0.], [30., 2., 3.], [30., 5., 3.], [20., 5., 0.]]);
    let scene = Scene {
        name: "x".into(),
        layers: vec![layer, ramp],
        connections: vec![Connection { between: [LayerId(0), LayerId(1)], segment: [[20., 2.], [20., 5.]] }],
    };
    let built = match Mesh::build(&scene) {
        Ok(b) => b,
        Err(e) => {
            for p in e.problems {
                println!("{p}");
            }
            return;
        }
    };
    let m = built.mesh;
    println!("{:?}", built.seconds);
    for p in &built.repairs {
        println!("{p}");
    }
    println!(
        "V {} E {} BP {} C {} comp {} area {} bytes/cell {}",
        m.num_vertices(),
        m.num_edges(),
        m.num_bending_points(),
        m.num_cells(),
        m.num_components(),
        m.area(),
        m.bytes() / m.num_cells()
    );
    for (x, y, l) in [
        (1., 1., 0),
        (21., 3., 1),
        (19.9, 3.5, 0),
        (20.1, 3.5, 0),
        (20.1, 3.5, 1),
        (5.5, 4.5, 0),
        (25., 3., 1),
        (12., 5.001, 0),
    ] {
        println!("{x} {y} {l}: {:?}", m.locate(Position::new([x, y], LayerId(l)), None));
    }
}
