//! Mails of a site that has no mail server.

use std::os::unix::fs::PermissionsExt as _;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use crate::colibri::{Colibri, Dir, until};
use crate::racer::sign_up;

/// The longest time that a mail may take on a busy machine.
const WITHIN: Duration = Duration::from_secs(30);

#[tokio::test]
async fn a_signup_writes_a_mail_with_a_link_to_a_file_of_the_data_directory() {
    let dir = Dir::new();
    let colibri = Colibri::serve(&dir);
    sign_up(&colibri, "newcomer").await;
    let began = Instant::now();
    let mail = loop {
        let files = std::fs::read_dir(dir.path().join("mails")).into_iter().flatten().map_while(Result::ok);
        if let Some(mail) = files.map(|file| file.path()).find(|path| path.extension().is_some_and(|end| end == "eml"))
        {
            break mail;
        }
        assert!(began.elapsed() < WITHIN, "no mail is written");
        // No event announces a file; each look makes a request to the site, which gives it time.
        colibri.get("/healthz").await;
    };
    // Its lines are broken with "=" at their ends (quoted-printable, RFC 2045, section 6.7), and "=" is written "=3D".
    let content = std::fs::read_to_string(&mail).expect("it is text").replace("=\r\n", "").replace("=3D", "=");
    let link = format!("{}/account/verify?user=newcomer&code=", colibri.url);
    assert!(content.contains(&link), "{content}");
    let mode = std::fs::metadata(&mail).expect("it is there").permissions().mode() & 0o777;
    assert_eq!(mode, 0o600);
    let is_counted = async || colibri.get("/metrics").await.1.contains("colibri_api_mails_sent_total 1");
    until("the mail is counted", is_counted).await;
    assert_eq!(colibri.end(Signal::TERM), Some(0));
}
