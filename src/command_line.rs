//! The commands and their parser. The doc comments of the fields in [`crate::settings`] are the help texts of the
//! settings.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory as _, Parser, Subcommand};
use rustix::fs::Mode;

use crate::logging::StandardError;
use crate::settings::{Data, Logging, Passphrase, Serve, Settings};
use crate::{backup, database, logging, operations, serve};

/// Exit status for an invalid command line or environment, the same as clap's and the shell's.
const USAGE: u8 = 2;

/// Typing races in real time: engine, api and web client in one binary.
///
/// Every setting is a flag or an environment variable; the flag wins.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 120)]
pub(crate) struct CommandLine {
    #[command(flatten)]
    pub(crate) data: Data,
    #[command(flatten)]
    pub(crate) logging: Logging,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run the site, or one half of it.
    Serve(Box<Serve>),
    /// Migrate the database to the schema of this version.
    Migrate,
    /// Back up the database and the token key into one new file, encrypted with a passphrase; the site may run.
    Backup {
        /// The file, which must not exist.
        file: PathBuf,
        #[command(flatten)]
        passphrase: Passphrase,
    },
    /// Read a backup to its end, and print what it contains.
    Verify {
        /// The file.
        file: PathBuf,
        #[command(flatten)]
        passphrase: Passphrase,
    },
    /// Restore a backup into an empty database, and end all logins and API keys; the site must be stopped.
    Restore {
        /// The file.
        file: PathBuf,
        #[command(flatten)]
        passphrase: Passphrase,
    },
    /// Grant, revoke and list admins; ban, unban and rename users; list what is reported; work out speeds anew.
    #[command(subcommand)]
    Admin(AdminCommand),
    /// Show the key that signs tokens.
    #[command(subcommand)]
    Keys(KeysCommand),
    /// Create verified users for load tests, and print one line of JSON for each: {"username","token"}.
    LoadUsers {
        /// Number of users; those that already exist get new tokens.
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100_000))]
        count: u32,
    },
    /// Print the directory of the private Postgres's programs.
    PostgresBin,
}

#[derive(Debug, Subcommand)]
pub(crate) enum AdminCommand {
    /// Make a user an admin.
    Grant {
        /// Name of the user.
        username: String,
    },
    /// Make an admin an ordinary user again.
    Revoke {
        /// Name of the user.
        username: String,
    },
    /// Print the names of all admins, one per line.
    List,
    /// Ban a user: all logins and API keys end within seconds, results are hidden, and the user gets a mail.
    Ban {
        /// Name of the user.
        username: String,
        /// Number of days; for good if it is missing.
        #[arg(long)]
        days: Option<u32>,
        /// Reason, which the user reads.
        #[arg(long)]
        reason: String,
    },
    /// Lift the ban of a user, whose results are back at once.
    Unban {
        /// Name of the user.
        username: String,
        /// Reason, which the user reads.
        #[arg(long)]
        reason: String,
    },
    /// Give a user another name; the old one stays reserved for 30 days.
    Rename {
        /// Name of the user.
        username: String,
        /// The new name.
        to: String,
        /// Reason, which the user reads.
        #[arg(long)]
        reason: String,
    },
    /// Print what is reported, one per line: number, kind, user or text, race, number of reports, words.
    Reports,
    /// Work out anew, from their last runs, the speeds by which users are put into rooms; the site may run.
    Speeds,
}

#[derive(Debug, Subcommand)]
pub(crate) enum KeysCommand {
    /// Print the public half (PEM), which separate engines need to verify tokens: COLIBRI_JWT_PUBLIC_KEY.
    Public,
}

/// Reads the arguments and the environment, and runs the command. A failure is one line on standard error.
#[must_use = "the exit status says whether it succeeded"]
pub fn run() -> ExitCode {
    // What it writes is for its own account: rooms, mails, logs, keys.
    rustix::process::umask(Mode::RWXG | Mode::RWXO);
    let CommandLine { data, logging, command } = match read() {
        Ok(read) => read,
        Err(status) => return status,
    };
    database::forget_libpq_variables(&data);
    logging::start(&logging);
    let done = match command {
        Command::Serve(serve) => serve::run(&Settings { data, serve: *serve }),
        Command::Migrate => operations::migrate(&data),
        Command::Backup { file, passphrase } => backup::make(&data, &file, &passphrase),
        Command::Verify { file, passphrase } => backup::verify(&file, &passphrase),
        Command::Restore { file, passphrase } => backup::restore(&data, &file, &passphrase),
        Command::Admin(command) => operations::admin(&data, &command),
        Command::Keys(KeysCommand::Public) => operations::public_key(&data),
        Command::LoadUsers { count } => operations::load_users(&data, count),
        Command::PostgresBin => operations::postgres_bin(&data),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            print_error(&format!("{error:#}"));
            ExitCode::FAILURE
        }
    }
}

/// Reads the command line. Help and errors are printed, and returned as the exit status.
fn read() -> Result<CommandLine, ExitCode> {
    CommandLine::try_parse().map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            // This fails only for a closed pipe, which nobody reads.
            _ = error.print();
            ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(USAGE))
        }
        _ => {
            print_error(&one_line(&error));
            ExitCode::from(USAGE)
        }
    })
}

/// Prints an error in one line, even when a library's message has several.
fn print_error(what: &str) {
    let lines: Vec<&str> = what.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    // Not `eprintln`, which panics if nobody reads it. In one write, so that no other line comes between.
    _ = StandardError.write_all(format!("colibri: {}\n", lines.join("; ")).as_bytes());
}

/// Shortens clap's error to one line, and adds the environment variable, since clap only names the flag.
fn one_line(error: &clap::Error) -> String {
    let rendered = error.render().to_string();
    let lines: Vec<&str> = rendered.lines().take_while(|line| !line.is_empty()).map(str::trim).collect();
    let sentence = lines.join(" ");
    let sentence = sentence.strip_prefix("error: ").unwrap_or(&sentence);
    match error.get(ContextKind::InvalidArg).and_then(variable) {
        Some(variable) => format!("{variable}: {sentence}"),
        None => sentence.to_owned(),
    }
}

/// Returns the environment variable of the argument that clap complains about.
fn variable(argument: &ContextValue) -> Option<String> {
    let ContextValue::String(shown) = argument else { return None };
    let mut all = CommandLine::command();
    all.build();
    let commands = std::iter::once(&all).chain(all.get_subcommands());
    commands
        .flat_map(clap::Command::get_arguments)
        .find(|known| known.to_string() == *shown)
        .and_then(|known| Some(known.get_env()?.to_string_lossy().into_owned()))
}
