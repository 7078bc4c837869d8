//! colibri
fn main() {}
