//! The benchmark of the engine and of the api: see `load-tests/README.md`.

mod command_line;

mod api;

mod compare;
mod machine;
mod report;
mod server;
mod targets;

mod connections;
mod flood;
mod load;

mod crowd;
mod field;
mod ledger;
mod seats;
mod stand;
mod tokens;
mod typist;

mod connection;
mod frame;
mod http;
mod interrupt;
mod process;
mod spawned;

mod serve;

use std::fmt::Display;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

use clap::Parser as _;
use mimalloc::MiMalloc;
use serde::Serialize;

use crate::command_line::{Api, Command, CommandLine, Compare, Load, Watch};
use crate::crowd::Crowd;
use crate::machine::Machine;
use crate::report::Report;

/// The allocator of `colibri`, so that the engine is measured as it is shipped.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    match run(CommandLine::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command_line: CommandLine) -> anyhow::Result<()> {
    let open_files = process::raise_open_files()?;
    match command_line.command {
        Command::Serve { ping_interval_ms } => serve::run(ping_interval_ms),
        Command::Load(arguments) => measure(&arguments),
        Command::Watch(arguments) => watch(&arguments),
        Command::Compare(arguments) => compare(&arguments, open_files),
        Command::Api(arguments) => measure_api(&arguments, open_files),
    }
}

fn measure(arguments: &Load) -> anyhow::Result<()> {
    generate()?;
    process::pin(arguments.core)?;
    let crowd = Crowd::new(arguments.address)?;
    let figures = load::measure(crowd, arguments.seats(), arguments.pid()?, arguments.load())?;
    Ok(print(&serde_json::to_string_pretty(&figures)?)?)
}

fn watch(arguments: &Watch) -> anyhow::Result<()> {
    generate()?;
    process::pin(arguments.core)?;
    stand::watch(&arguments.plan)
}

fn compare(arguments: &Compare, open_files: u64) -> anyhow::Result<()> {
    generate()?;
    let machine = Machine::here(&arguments.bench.peers, open_files);
    process::pin(arguments.bench.generator_core)?;
    let comparison = compare::run(&arguments.bench, &arguments.plan, machine)?;
    publish(&comparison, arguments.json.as_deref(), &Report(&comparison))
}

fn measure_api(arguments: &Api, open_files: u64) -> anyhow::Result<()> {
    generate()?;
    let figures = arguments.plan.run(Machine::here(Path::new("load-tests/peers"), open_files))?;
    publish(&figures, arguments.json.as_deref(), &figures)
}

/// Prints the report, and writes all figures to the file `json`.
fn publish(figures: &impl Serialize, json: Option<&Path>, report: &impl Display) -> anyhow::Result<()> {
    if let Some(file) = json {
        fs::write(file, serde_json::to_string_pretty(figures)?)?;
    }
    Ok(print(&report.to_string())?)
}

/// Prepares this process to generate load.
fn generate() -> anyhow::Result<()> {
    interrupt::watch()?;
    process::wake_on_time()
}

/// Writes to standard output.
fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()
}
