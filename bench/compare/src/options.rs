//! The command line of the benchmarks.

use std::path::PathBuf;

/// What the command line asks for.
pub struct Options {
    /// The Boost worker, if it could be compiled.
    pub boost: Option<PathBuf>,
    /// The Detour worker, if it could be compiled.
    pub detour: Option<PathBuf>,
    /// The Python that has the rivals that are Python packages.
    pub python: Option<PathBuf>,
    /// Where the report goes.
    pub report: PathBuf,
    /// Only the inputs whose name contains this.
    pub only: String,
    /// Whether the benchmark's own flag is set.
    pub flag: bool,
}

impl Options {
    /// Reads the command line of a benchmark that has one flag of its own.
    pub fn parse(arguments: &[String], report: &str, flag: &str) -> Result<Self, String> {
        let mut options = Self {
            boost: None,
            detour: None,
            python: None,
            report: PathBuf::from(report),
            only: String::new(),
            flag: false,
        };
        let mut rest = arguments.iter();
        while let Some(name) = rest.next() {
            if name == flag {
                options.flag = true;
                continue;
            }
            let value = rest.next().ok_or_else(|| format!("{name} needs a value"))?;
            match name.as_str() {
                "--boost" => options.boost = Some(PathBuf::from(value)),
                "--detour" => options.detour = Some(PathBuf::from(value)),
                "--python" => options.python = Some(PathBuf::from(value)),
                "--report" => options.report = PathBuf::from(value),
                "--only" => options.only.clone_from(value),
                _ => {
                    return Err(format!(
                        "unknown option {name}; there are --boost, --detour, --python, --report, --only and {flag}"
                    ));
                }
            }
        }
        Ok(options)
    }
}
