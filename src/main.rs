//! The `colibri` command.

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// Rooms and sockets make many small, short-lived allocations on a few threads. With mimalloc, an update takes an
/// eighth less processor time than with glibc's allocator.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    colibri::run_command()
}
