//! Mails of a site without a mail server.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use rustix::process::Signal;

use crate::colibri::{Colibri, Dir, Reached as _, until};
use crate::racer::sign_up;

pub(crate) fn mails(dir: &Dir) -> Vec<PathBuf> {
    let files = std::fs::read_dir(dir.path().join("mails")).into_iter().flatten().map_while(Result::ok);
    files.map(|file| file.path()).filter(|path| path.extension().is_some_and(|end| end == "eml")).collect()
}

/// Returns the text of a mail, decoded: broken lines end with "=", and "=" is written "=3D" (quoted-printable, RFC
/// 2045, section 6.7).
pub(crate) fn content(mail: &Path) -> String {
    std::fs::read_to_string(mail).expect("it is text").replace("=\r\n", "").replace("=3D", "=")
}

#[tokio::test]
async fn a_signup_writes_a_mail_with_a_link_to_a_file() {
    let dir = Dir::new();
    let colibri = Colibri::serve(&dir);
    sign_up(&colibri, "newcomer").await;
    let is_written = async || {
        // No event announces a file. Each check makes a request to the site, which gives it time.
        colibri.get("/healthz").await;
        !mails(&dir).is_empty()
    };
    until("a mail is written", is_written).await;
    let mail = mails(&dir).remove(0);
    let link = format!("{}/account/verify?user=newcomer&code=", colibri.url);
    assert!(content(&mail).contains(&link), "{}", content(&mail));
    let mode = std::fs::metadata(&mail).expect("it is there").permissions().mode() & 0o777;
    assert_eq!(mode, 0o600);
    let is_counted = async || colibri.get("/metrics").await.1.contains("colibri_api_mails_sent_total 1");
    until("the mail is counted", is_counted).await;
    assert_eq!(colibri.end(Signal::TERM), Some(0));
}
