//! What benches of whole programs measure with.

/// The middle one; of an even number the mean of both in the middle.
pub fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    (times[(times.len() - 1) / 2] + times[times.len() / 2]) / 2.0
}

/// CPU seconds of this thread; of the clock where the system does not tell.
pub fn cpu() -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let spent = told.and_then(|t| t.split(' ').next().and_then(|n| n.parse::<f64>().ok()));
    spent.map_or_else(
        || {
            static BEGAN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
            BEGAN.get_or_init(std::time::Instant::now).elapsed().as_secs_f64()
        },
        |nanoseconds| nanoseconds / 1e9,
    )
}
