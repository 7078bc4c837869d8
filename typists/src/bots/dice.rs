//! Random numbers of the distributions that bots use.

use std::f64::consts::TAU;

use rand::{Rng, RngExt as _};

pub(super) fn gauss(rng: &mut dyn Rng, mean: f64, deviation: f64) -> f64 {
    let radius = (-2.0 * rng.random_range(f64::MIN_POSITIVE..1.0).ln()).sqrt();
    mean + deviation * radius * rng.random_range(0.0..TAU).cos()
}

pub(super) fn log_normal(rng: &mut dyn Rng, median: f64, sigma: f64) -> f64 {
    median * gauss(rng, 0.0, sigma).exp()
}

pub(super) fn exponential(rng: &mut dyn Rng, mean: f64) -> f64 {
    -mean * rng.random_range(f64::MIN_POSITIVE..1.0).ln()
}
