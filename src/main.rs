//! The `colibri` command.

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// Rooms and sockets make many small, short-lived allocations on a few threads: an update costs an eighth less
/// processor time than with the allocator of glibc.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    colibri::run_command()
}
