//! What is asked of an extraction, on the command line.

use anyhow::Result;
use clap::Args;
use throng_import::{ExtractOptions, ModelOptions, UpAxis, VoxelOptions, Way};

use crate::input::positive;

/// Who walks there, what is kept, and how the file is to be taken.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Extracting")]
pub(crate) struct Extracting {
    /// The steepest slope that can be walked (degrees)
    #[arg(long, value_name = "DEGREES", default_value_t = ExtractOptions::default().slope, value_parser = not_negative)]
    slope: f64,
    /// The least height above a floor (m)
    #[arg(long, value_name = "METERS", default_value_t = ExtractOptions::default().head_room, value_parser = positive)]
    head_room: f64,
    /// The highest step up or down (m)
    #[arg(long, value_name = "METERS", default_value_t = ExtractOptions::default().step, value_parser = not_negative)]
    step: f64,
    /// Leave out what hangs together and has less area (m²)
    #[arg(long, value_name = "AREA", default_value_t = ExtractOptions::default().min_area, value_parser = not_negative)]
    min_area: f64,
    /// Keep only what is reachable from here: x, y and height in meters, on a floor or above it; may be given several times
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = place)]
    from: Vec<Place>,
    /// Walk over gaps up to this width, if the step allows (m)
    #[arg(long, value_name = "METERS", default_value_t = ExtractOptions::default().close_gaps, value_parser = not_negative)]
    close_gaps: f64,
    /// Triangles have no outside: those that face down are floors too
    #[arg(long)]
    two_sided: bool,
    /// Doors of a building do not become connections
    #[arg(long)]
    no_doors: bool,
    /// Furniture of a building is left out
    #[arg(long)]
    no_furniture: bool,
    /// Rooms of a building have floors of their own, and doors thresholds: for buildings without slabs
    #[arg(long)]
    room_floors: bool,
    /// Which axis of the file points up: x, y, z, -x, -y or -z; that of the format if not given, y for OBJ and glTF and z for the others
    #[arg(long, value_name = "AXIS", allow_hyphen_values = true, value_parser = axis)]
    up: Option<UpAxis>,
    /// What one unit of the file is: mm, cm, m, in, ft, or a number of meters; what the file says if not given, and else a meter
    #[arg(long, value_name = "UNIT", value_parser = unit)]
    unit: Option<f64>,
}

/// How it is done.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Voxels")]
pub(crate) struct Voxels {
    /// By voxels, tile by tile, instead of exactly
    #[arg(long)]
    voxel: bool,
    /// Width of a voxel, or its widths in x and y (m)
    #[arg(long, value_name = "X[,Y]", requires = "voxel", value_parser = widths)]
    cell: Option<Widths>,
    /// Height of a voxel; 0 keeps heights as they are (m)
    #[arg(long, value_name = "METERS", requires = "voxel", value_parser = not_negative)]
    cell_height: Option<f64>,
    /// Voxels along a side of a tile
    #[arg(long, value_name = "N", requires = "voxel", value_parser = clap::value_parser!(u32).range(8..=8192))]
    tile: Option<u32>,
    /// Straighten outlines where that moves them by at most so many voxels; 0 leaves them as steps, as in the paper
    #[arg(long, value_name = "VOXELS", requires = "voxel", value_parser = not_negative)]
    straighten: Option<f64>,
}

/// A place in a model. (m)
pub(crate) type Place = [f64; 3];
/// The widths of a voxel. (m)
type Widths = [f64; 2];

impl Extracting {
    /// How the file is read.
    pub(crate) fn reading(&self) -> ModelOptions {
        ModelOptions {
            up: self.up,
            unit: self.unit,
            furniture: !self.no_furniture,
            room_floors: self.room_floors,
        }
    }

    /// What is asked of the model.
    pub(crate) fn options(&self) -> ExtractOptions {
        ExtractOptions {
            slope: self.slope,
            head_room: self.head_room,
            step: self.step,
            min_area: self.min_area,
            reachable_from: self.from.clone(),
            close_gaps: self.close_gaps,
            two_sided: self.two_sided,
            doors: !self.no_doors,
            vary: false,
            way: Way::Exact,
        }
    }
}

/// As without any options.
impl Default for Extracting {
    fn default() -> Self {
        let ExtractOptions { slope, head_room, step, min_area, close_gaps, .. } = ExtractOptions::default();
        Self {
            slope,
            head_room,
            step,
            min_area,
            from: Vec::new(),
            close_gaps,
            two_sided: false,
            no_doors: false,
            no_furniture: false,
            room_floors: false,
            up: None,
            unit: None,
        }
    }
}

impl Voxels {
    pub(crate) fn way(&self) -> Way {
        if !self.voxel {
            return Way::Exact;
        }
        let usual = VoxelOptions::default();
        Way::Voxel(VoxelOptions {
            cell: self.cell.unwrap_or(usual.cell),
            height: self.cell_height.unwrap_or(usual.height),
            tile: self.tile.unwrap_or(usual.tile),
            straighten: self.straighten.unwrap_or(usual.straighten),
        })
    }
}

fn not_negative(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() && value >= 0.0 => Ok(value),
        _ => Err("a number that is not negative is wanted".to_owned()),
    }
}

/// Three numbers.
fn place(text: &str) -> Result<Place, String> {
    numbers(text)
        .and_then(|all| <[f64; 3]>::try_from(all).ok())
        .ok_or_else(|| "a place is three numbers, x,y,z in meters, z being the height".to_owned())
}

/// One or two numbers.
fn widths(text: &str) -> Result<Widths, String> {
    match numbers(text).as_deref() {
        Some(&[x]) if x > 0.0 => Ok([x; 2]),
        Some(&[x, y]) if x > 0.0 && y > 0.0 => Ok([x, y]),
        _ => Err("one or two positive numbers are wanted, as 0.05 or 0.05,0.1".to_owned()),
    }
}

fn numbers(text: &str) -> Option<Vec<f64>> {
    let number = |part: &str| part.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    text.split(',').map(number).collect()
}

pub(crate) fn axis(text: &str) -> Result<UpAxis, String> {
    Ok(match text.trim_start_matches('+').to_ascii_lowercase().as_str() {
        "x" => UpAxis::X,
        "y" => UpAxis::Y,
        "z" => UpAxis::Z,
        "-x" => UpAxis::NegativeX,
        "-y" => UpAxis::NegativeY,
        "-z" => UpAxis::NegativeZ,
        _ => return Err("an axis is x, y, z, -x, -y or -z".to_owned()),
    })
}

/// Meters of a unit.
pub(crate) fn unit(text: &str) -> Result<f64, String> {
    Ok(match text.to_ascii_lowercase().as_str() {
        "mm" => 0.001,
        "cm" => 0.01,
        "dm" => 0.1,
        "m" => 1.0,
        "km" => 1000.0,
        "in" | "inch" => 0.0254,
        "ft" | "foot" | "feet" => 0.3048,
        "yd" => 0.9144,
        number => positive(number)
            .map_err(|_| "a unit is mm, cm, m, in, ft, or a positive number of meters".to_owned())?,
    })
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        extracting: Extracting,
        #[command(flatten)]
        voxels: Voxels,
    }

    fn line(arguments: &str) -> Result<Line, clap::Error> {
        Line::try_parse_from(["throng"].into_iter().chain(arguments.split_whitespace()))
    }

    #[test]
    fn nothing_given_is_what_the_library_takes() {
        let read = line("").expect("nothing");
        assert_eq!(read.extracting.options(), ExtractOptions::default());
        assert_eq!(read.extracting.reading(), ModelOptions::default());
        assert_eq!(Extracting::default().options(), ExtractOptions::default());
        assert_eq!(read.voxels.way(), Way::Exact);
        assert_eq!(line("--voxel").expect("voxels").voxels.way(), Way::Voxel(VoxelOptions::default()));
    }

    #[test]
    fn all_options_arrive() {
        let read = line(
            "--slope 30 --head-room 2.1 --step .2 --min-area 3 --from 1,2,3 --from -4,5.5,-6 --close-gaps 0.02 --two-sided --no-doors \
             --no-furniture --room-floors --up -y --unit ft",
        );
        let read = read.expect("all of them").extracting;
        let options = read.options();
        assert_eq!([options.slope, options.head_room, options.step], [30.0, 2.1, 0.2]);
        assert_eq!([options.min_area, options.close_gaps], [3.0, 0.02]);
        assert_eq!(options.reachable_from, [[1.0, 2.0, 3.0], [-4.0, 5.5, -6.0]]);
        assert!(options.two_sided && !options.doors);
        let expected = ModelOptions {
            up: Some(UpAxis::NegativeY),
            unit: Some(0.3048),
            furniture: false,
            room_floors: true,
        };
        assert_eq!(read.reading(), expected);
        let way = line("--voxel --cell 0.1,0.2 --cell-height 0 --tile 64 --straighten 0")
            .expect("voxels")
            .voxels
            .way();
        assert_eq!(
            way,
            Way::Voxel(VoxelOptions { cell: [0.1, 0.2], height: 0.0, tile: 64, straighten: 0.0 })
        );
    }

    #[test]
    fn nonsense_is_refused() {
        for wrong in [
            "--slope -1",
            "--slope NaN",
            "--head-room 0",
            "--step inf",
            "--from 1,2",
            "--from 1,2,x",
            "--up w",
            "--unit 0",
            "--unit parsec",
            "--voxel --cell 0",
            "--voxel --cell 1,2,3",
            "--voxel --tile 0",
            "--cell 0.1",
        ] {
            assert!(line(wrong).is_err(), "{wrong}");
        }
    }
}
