//! What keeps the site safe on the open internet, seen from outside.

use reqwest::header::HeaderMap;
use reqwest::{Client, Method};

use crate::colibri::{Colibri, Dir};

async fn headers(colibri: &Colibri, method: Method, path: &str) -> HeaderMap {
    let request = Client::new().request(method, format!("{}{path}", colibri.url));
    request.send().await.expect("it answers").headers().clone()
}

#[tokio::test]
async fn every_answer_says_what_browsers_may_do_with_it() {
    let dir = Dir::new();
    let colibri = Colibri::serve(&dir);
    let answers = [
        (Method::GET, "/"),
        (Method::GET, "/user/nobody/"),
        (Method::GET, "/img/skins/nobody.png"),
        (Method::POST, "/"),
        (Method::GET, "/api/gettext"),
        (Method::POST, "/api/isloggedin"),
        (Method::POST, "/api/nothing"),
        (Method::GET, "/socket.io/?EIO=4&transport=polling"),
        (Method::GET, "/socket.io/?EIO=3&transport=polling"),
        (Method::GET, "/healthz"),
    ];
    for (method, path) in answers {
        let headers = headers(&colibri, method.clone(), path).await;
        let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let policy = header("content-security-policy");
        for rule in ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"] {
            assert!(policy.split("; ").any(|part| part == rule), "{method} {path}: {policy}");
        }
        assert!(!policy.contains("unsafe") && !policy.contains('*'), "{method} {path}: {policy}");
        assert_eq!(header("x-content-type-options"), "nosniff", "{method} {path}");
        assert_eq!(header("referrer-policy"), "same-origin", "{method} {path}");
        assert_eq!(header("cross-origin-opener-policy"), "same-origin", "{method} {path}");
        assert!(header("permissions-policy").contains("camera=()"), "{method} {path}");
        assert_eq!(headers.get_all("content-security-policy").iter().count(), 1, "{method} {path}");
        assert_eq!(headers.get("strict-transport-security"), None, "a site of plain http makes no promise: {path}");
    }
}

#[tokio::test]
async fn a_site_of_https_is_asked_for_by_https_only() {
    let dir = Dir::new();
    let colibri = Colibri::serve_with(&dir, &[("COLIBRI_PUBLIC_URL", "https://colibri.example")]);
    for path in ["/", "/api/gettext", "/healthz"] {
        let answer = reqwest::get(format!("{}{path}", colibri.listening())).await.expect("it answers");
        assert_eq!(answer.headers()["strict-transport-security"], "max-age=31536000", "{path}");
    }
}
