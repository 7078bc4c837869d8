//! The log, when it cannot be written.

use std::fs::File;
use std::io::{PipeReader, Write as _};
use std::process::Stdio;

use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::process::Signal;

use crate::colibri::{Colibri, Dir, Reached as _, command, until};
use crate::mail::mails;
use crate::ports::free_port;
use crate::racer::Racer;

/// A standard error that every write to fails: nobody reads it any more, or the disk is full.
fn broken() -> [Stdio; 2] {
    let (reader, writer) = std::io::pipe().expect("the system has pipes");
    drop(reader);
    let full = File::options().write(true).open("/dev/full").expect("Linux has it");
    [writer.into(), full.into()]
}

/// A full pipe whose reader has stopped, as a pager does, and that reader.
fn stopped() -> (PipeReader, Stdio) {
    let (reader, mut writer) = std::io::pipe().expect("the system has pipes");
    let flags = fcntl_getfl(&writer).expect("it is open");
    fcntl_setfl(&writer, flags | OFlags::NONBLOCK).expect("it is open");
    while writer.write_all(&[b' '; 4096]).is_ok() {}
    fcntl_setfl(&writer, flags).expect("it is open");
    (reader, writer.into())
}

#[tokio::test]
async fn a_site_whose_log_cannot_be_written_loses_only_the_log() {
    let (_reader, full_pipe) = stopped();
    for log in broken().into_iter().chain([full_pipe]) {
        let dir = Dir::new();
        let address = format!("127.0.0.1:{}", free_port());
        let settings = [
            ("COLIBRI_LISTEN", address.as_str()),
            ("COLIBRI_LOG", "debug"),
            ("COLIBRI_ROOM_CAPACITY", "1"),
            ("COLIBRI_COUNTDOWN_MS", "300"),
        ];
        let colibri = Colibri::serve_unheard(&dir, &settings, log).await;
        let mut racer = Racer::sign_up(&colibri, "unheard").await;
        let code = racer.open_room(&colibri).await;
        racer.enter(&colibri, &code).await;
        racer.event("start").await;
        until("the mail is sent", async || {
            colibri.get("/metrics").await.1.contains("colibri_api_mails_sent_total 1") && !mails(&dir).is_empty()
        })
        .await;
        racer.open_room(&colibri).await;
        assert_eq!(colibri.get("/readyz").await.0, 200);
        drop(racer);
        colibri.signal(Signal::TERM);
        assert_eq!(colibri.end(Signal::INT), Some(0));
    }
}

#[test]
fn a_command_whose_error_nobody_reads_has_its_status() {
    for (args, status) in [(&["serve", "--no-such-flag"][..], 2), (&["admin", "grant", "nobody-here"], 1)] {
        let (_reader, full_pipe) = stopped();
        for log in broken().into_iter().chain([full_pipe]) {
            let dir = Dir::new();
            let ended = command(&dir, args).stdout(Stdio::null()).stderr(log).status().expect("the command starts");
            assert_eq!(ended.code(), Some(status), "{args:?}");
        }
    }
}

#[test]
fn output_that_nobody_reads_ends_with_a_status() {
    for out in broken() {
        let dir = Dir::new();
        let mut command = command(&dir, &["keys", "public"]);
        let ended = command.stdout(out).stderr(Stdio::null()).status().expect("the command starts");
        assert_eq!(ended.code(), Some(1));
    }
}
