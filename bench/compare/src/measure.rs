//! Medians, peak memory, and what machine this is.

use crate::contender::Contender;
use crate::inputs;
use crate::ours::Ours;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use throng_voronoi::GridPoint;

/// A duration in milliseconds.
pub fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// A duration in microseconds.
pub fn microseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

/// The middle value.
pub fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    percentile(&values.into_iter().collect::<Vec<_>>(), 0.5)
}

/// The mean value.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The standard deviation.
pub fn deviation(values: &[f64]) -> f64 {
    let mean = mean(values);
    let squares = values.iter().map(|value| (value - mean) * (value - mean));
    (squares.sum::<f64>() / values.len() as f64).sqrt()
}

/// The value below which this share of the values lies.
pub fn percentile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let index = (sorted.len() as f64 * share) as usize;
    sorted.get(index.min(sorted.len().saturating_sub(1))).copied().unwrap_or(f64::NAN)
}

/// Bytes that one build adds to the peak memory of a fresh process that holds only its input.
pub fn peak_memory(segments: &[[GridPoint; 2]]) -> Result<usize, String> {
    let file = inputs::scratch_file("memory");
    inputs::write(&file, segments)?;
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new(program).arg("memory").arg(&file).output().map_err(|error| error.to_string());
    let _ = std::fs::remove_file(&file);
    let output = output?;
    let answer = String::from_utf8_lossy(&output.stdout);
    answer.trim().parse().map_err(|_| {
        format!(
            "the memory child failed: {}{}",
            answer.trim(),
            String::from_utf8_lossy(&output.stderr).trim()
        )
    })
}

/// The child's side of [`peak_memory`].
pub fn peak_memory_child(file: &Path) -> Result<(), String> {
    let segments = inputs::read(file)?;
    let before = high_water_mark()?;
    let mut ours = Ours::default();
    ours.load(&segments)?;
    ours.build()?;
    println!("{}", high_water_mark()? - before);
    Ok(())
}

/// Largest resident size of this process so far, in bytes.
pub fn high_water_mark() -> Result<usize, String> {
    from_status("VmHWM:")
}

/// Resident size of this process now, in bytes.
pub fn resident() -> Result<usize, String> {
    from_status("VmRSS:")
}

fn from_status(name: &str) -> Result<usize, String> {
    let status =
        std::fs::read_to_string("/proc/self/status").map_err(|error| format!("no /proc: {error}"))?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix(name))
        .ok_or_else(|| format!("no {name} in /proc/self/status"))?;
    let kilobytes: usize =
        line.trim().trim_end_matches("kB").trim().parse().map_err(|_| format!("{name} {line}"))?;
    Ok(kilobytes * 1024)
}

/// The processor, in a sentence.
pub fn machine() -> String {
    let model = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        text.lines()
            .find(|line| line.starts_with("model name"))?
            .split(':')
            .nth(1)
            .map(|name| name.trim().to_string())
    });
    format!("Processor: {}.", model.unwrap_or_else(|| "unknown".to_string()))
}
