//! The protections of a public site, as seen from outside.

use std::collections::BTreeSet;

use reqwest::header::HeaderMap;
use reqwest::{Client, Method};

use crate::colibri::Reached as _;
use crate::site::TestSite;

async fn headers(site: &TestSite, method: Method, path: &str) -> HeaderMap {
    let request = Client::new().request(method, format!("{}{path}", site.url()));
    request.send().await.expect("it answers").headers().clone()
}

#[actix_web::test]
async fn every_answer_has_the_security_headers() {
    let site = TestSite::start(&[]).await;
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
        let headers = headers(&site, method.clone(), path).await;
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
        assert_eq!(
            headers.get("strict-transport-security"),
            None,
            "a site on plain http does not require https: {path}"
        );
    }
}

#[actix_web::test]
async fn an_https_site_tells_browsers_to_use_only_https() {
    let site = TestSite::start(&[("COLIBRI_PUBLIC_URL", "https://colibri.example")]).await;
    for path in ["/", "/api/gettext", "/healthz"] {
        let answer = reqwest::get(format!("{}{path}", site.url())).await.expect("it answers");
        assert_eq!(answer.headers()["strict-transport-security"], "max-age=31536000", "{path}");
    }
}

#[actix_web::test]
async fn pages_and_images_that_are_looked_up_count_as_calls() {
    let site = TestSite::start(&[]).await;
    let client = Client::new();
    let get = async |path: &str| client.get(format!("{}{path}", site.url())).send().await.expect("it answers");
    for path in ["/user/nobody", "/img/skins/nobody.png"] {
        let mut statuses = BTreeSet::new();
        for _ in 0..4000 {
            statuses.insert(get(path).await.status().as_u16());
            if statuses.contains(&429) {
                break;
            }
        }
        assert!(statuses.contains(&429), "{path}: {statuses:?}");
    }
    assert!(get("/user/nobody").await.text().await.expect("text").contains("id=root"), "people still get the page");
    assert_eq!(get("/img/skins/hummingbird.png").await.status(), 200);
}

#[actix_web::test]
async fn only_a_trusted_proxy_sets_the_client_address() {
    let limit = [("COLIBRI_CONNECTIONS_PER_ADDRESS", "1")];
    let trusting = [limit[0], ("COLIBRI_TRUSTED_PROXIES", "127.0.0.1,::1")];
    for (settings, statuses) in [(&limit[..], [200, 429, 429]), (&trusting[..], [200, 200, 429])] {
        let site = TestSite::start(settings).await;
        let (mut answered, mut refusal) = (Vec::new(), String::new());
        for forwarded in ["198.51.100.1", "198.51.100.2", "1.1.1.1, 198.51.100.2"] {
            let handshake = format!("{}/socket.io/?EIO=4&transport=polling", site.url());
            let request =
                Client::new().get(handshake).header("X-Forwarded-For", forwarded).header("Forwarded", "for=9.9.9.9");
            let answer = request.send().await.expect("it answers");
            answered.push(answer.status().as_u16());
            refusal = answer.text().await.expect("it is whole");
        }
        assert_eq!(answered, statuses, "{settings:?}");
        assert!(refusal.contains("(COLIBRI_CONNECTIONS_PER_ADDRESS)"), "{refusal}");
    }
}

#[actix_web::test]
async fn the_public_url_may_be_written_in_any_way() {
    for (written, origin) in [
        ("https://colibri.example:443/", "https://colibri.example"),
        ("http://Colibri.Example:80", "http://colibri.example"),
        ("https://bücher.example", "https://xn--bcher-kva.example"),
    ] {
        let site = TestSite::start(&[("COLIBRI_PUBLIC_URL", written)]).await;
        let call = Client::new().post(format!("{}/api/isloggedin", site.url())).json(&serde_json::json!({}));
        let handshake = Client::new().get(format!("{}/socket.io/?EIO=4&transport=polling", site.url()));
        for request in [call, handshake] {
            let answer = request.header("Origin", origin).send().await.expect("it answers");
            assert_eq!(answer.status(), 200, "{written}: {}", answer.url());
        }
    }
}

#[actix_web::test]
async fn pages_of_other_origins_cannot_make_calls() {
    let site = TestSite::start(&[("COLIBRI_PUBLIC_URL", "https://colibri.example")]).await;
    let own = site.url();
    let origins = [(own.as_str(), 200), ("https://colibri.example", 200), ("https://evil.example", 403), ("null", 403)];
    for (origin, status) in origins {
        let call = Client::new().post(format!("{own}/api/isloggedin")).header("Origin", origin);
        let answer = call.json(&serde_json::json!({})).send().await.expect("it answers");
        assert_eq!(answer.status(), status, "{origin}");
        assert_eq!(answer.headers()["x-content-type-options"], "nosniff", "{origin}");
        assert_eq!(answer.headers()["cache-control"], "no-store", "{origin}");
    }
}
