//! Everything that touches Postgres.

pub mod private;
