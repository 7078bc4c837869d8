//! The cost of single steps of the engine, without a network: `make bench-micro`.

mod packets;
mod rules;
mod typing;

use criterion::{criterion_group, criterion_main};

criterion_group!(benches, packets::measure, rules::measure, typing::measure);
criterion_main!(benches);
