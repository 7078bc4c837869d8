//! `/api/textrequest` and the admins' calls about its requests.

use api::admin;
use serde_json::{Value, json};
use shared::messages::DrawTextError;

use crate::draw_text::draw;
use crate::support::post::AppWithMail;
use crate::support::{Answer, App, postgres};

const PASTED: &str = "“The hummingbird competes with the stillness of the air” —\nand wins, nine times out of ten…";
const TYPED: &str = "\"The hummingbird competes with the stillness of the air\" - and wins, nine times out of ten...";
const ONLY_ADMINS: &str = "not-admin";
const DECIDED: &str = "already-decided";

fn request(token: &str, text: &str) -> Value {
    json!({ "token": token, "text": text, "author": "Chogyam Trungpa", "url": "https://example.org/birds?page=7" })
}

/// An api with no texts, and the tokens of a user and of an admin.
async fn app() -> (App, String, String) {
    let app = App::start().await;
    let (ana, ruth) = (app.signup("ana").await, app.admin("ruth").await);
    app.set_texts(&[]);
    (app, ana, ruth)
}

async fn suggest(app: &App, token: &str, text: &str) -> i64 {
    app.post("/api/textrequest", &request(token, text)).await.json();
    app.number("SELECT max(id) FROM text_requests") as i64
}

async fn listed(app: &App, admin: &str) -> Vec<Value> {
    let answer = app.post("/api/admin/gettextrequests", &json!({ "token": admin })).await.json();
    answer["requests"].as_array().expect("it is a list").clone()
}

async fn approve(app: &App, admin: &str, id: i64) -> Answer {
    app.post("/api/admin/approvetextrequest", &json!({ "token": admin, "id": id })).await
}

async fn reject(app: &App, admin: &str, id: i64) -> Answer {
    app.post("/api/admin/rejecttextrequest", &json!({ "token": admin, "id": id })).await
}

#[actix_web::test]
async fn admins_see_pending_requests_as_they_were_typed_oldest_first() {
    let (app, ana, ruth) = app().await;
    let hostile = format!("<script>alert(1)</script> '; DROP TABLE texts; -- {TYPED}");
    suggest(&app, &ana, PASTED).await;
    suggest(&app, &ruth, &hostile).await;
    let requests = listed(&app, &ruth).await;
    let seen: Vec<_> = requests.iter().map(|request| (&request["text"], &request["username"])).collect();
    assert_eq!(seen, [(&json!(PASTED), &json!("ana")), (&json!(hostile), &json!("ruth"))]);
    assert_eq!(requests[0]["author"], "Chogyam Trungpa");
    assert_eq!(requests[0]["url"], "https://example.org/birds?page=7");
    assert!(requests[0]["creationDate"].as_str().is_some_and(|date| date.ends_with('Z')), "{}", requests[0]);
}

#[actix_web::test]
async fn an_approved_text_is_drawn_at_once_in_its_typed_form() {
    let (app, ana, ruth) = app().await;
    let id = suggest(&app, &ana, PASTED).await;
    assert_eq!(draw(&app, &[]).await, Err(DrawTextError::NoTexts));
    let approved = approve(&app, &ruth, id).await.json();
    assert_eq!(approved, json!({ "status": "ok", "text": TYPED, "author": "Chogyam Trungpa", "language": "en" }));
    let drawn = draw(&app, &[]).await.expect("there is a text");
    assert_eq!((drawn.text.as_str(), drawn.author.as_str()), (TYPED, "Chogyam Trungpa"));
    let practised = app.get("/api/gettext").await.json();
    assert_eq!(practised["text"], TYPED);
    assert!(listed(&app, &ruth).await.is_empty());
}

#[actix_web::test]
async fn an_admin_can_edit_a_text_before_approving_it() {
    let (app, ana, ruth) = app().await;
    let id = suggest(&app, &ana, PASTED).await;
    let edit = |text: &str, author: &str| json!({ "token": ruth, "id": id, "text": text, "author": author });
    let path = "/api/admin/approvetextrequest";
    let short = app.post(path, &edit("Too short.", "A")).await;
    short.refuses(422, "text-length; field=text; least=60; most=600; length=10");
    let snow = app.post(path, &edit(&format!("{TYPED} ☃"), "A")).await;
    snow.refuses(422, "not-on-keyboard; field=text; character=9731");
    app.post(path, &edit(TYPED, " ")).await.refuses(422, "line-length; field=author; least=1; most=100");
    // As many characters as allowed, each of which becomes three.
    let dots = app.post(path, &edit(TYPED, &"…".repeat(100))).await;
    dots.refuses(422, "line-length; field=author; least=1; most=100");
    assert_eq!(app.number("SELECT count(*) FROM texts"), 0.0);
    let edited = "A hummingbird’s heart beats about twenty times a second, and more in flight.";
    app.post(path, &edit(edited, "O’Hara")).await.json();
    let drawn = draw(&app, &[]).await.expect("there is a text");
    assert_eq!(drawn.text, "A hummingbird's heart beats about twenty times a second, and more in flight.");
    assert_eq!(drawn.author, "O'Hara");
}

#[actix_web::test]
async fn a_suggestion_has_a_language_which_the_admin_may_change() {
    let (app, ana, ruth) = app().await;
    let spanish = "El colibrí compite con la quietud del aire, y gana, nueve veces de cada diez.";
    for (suggested, changed, language) in
        [(Some("es"), None, "es"), (None, Some("es"), "es"), (Some("es"), Some("en"), "en"), (None, None, "en")]
    {
        let mut form = request(&ana, &format!("{spanish} {suggested:?} {changed:?}").replace(['"', '(', ')'], ""));
        form["language"] = json!(suggested);
        app.post("/api/textrequest", &form).await.json();
        let waiting = listed(&app, &ruth).await;
        assert_eq!(waiting[0]["language"], suggested.unwrap_or("en"));
        let approval = json!({ "token": ruth, "id": waiting[0]["id"], "language": changed });
        let approved = app.post("/api/admin/approvetextrequest", &approval).await.json();
        assert_eq!(approved["language"], language);
        let stored = app.text("SELECT language FROM texts ORDER BY id DESC LIMIT 1");
        assert_eq!(stored, language, "{suggested:?}, {changed:?}");
    }
    let mut unknown = request(&ana, spanish);
    unknown["language"] = json!("xx");
    app.post("/api/textrequest", &unknown).await.refuses(422, "wrong-type; field=language");
}

#[actix_web::test]
async fn the_decision_on_a_text_is_mailed_to_the_user_who_suggested_it() {
    let app = App::start().await;
    let mut post = AppWithMail::beside(app).await;
    let (ana, _) = post.signup("ana").await;
    let (ruth, _) = post.signup("ruth").await;
    admin::grant(&post.app.database, "ruth").expect("there is such a user");
    let id = suggest(&post.app, &ana, PASTED).await;
    approve(&post.app, &ruth, id).await.json();
    let mail = post.server.next().await;
    assert_eq!(mail.to, ["ana@example.org"]);
    let words = mail.parsed().body_text(0).expect("there is text").into_owned();
    assert!(words.contains("Racers can now type it") && words.contains("nine times out of ten..."), "{words}");

    let id = suggest(&post.app, &ana, &format!("<b>Bold</b> {PASTED}")).await;
    let rejection = json!({ "token": ruth, "id": id, "reason": "We take <i>no</i> markup." });
    post.app.post("/api/admin/rejecttextrequest", &rejection).await.json();
    let mail = post.server.next().await;
    assert_eq!(mail.to, ["ana@example.org"]);
    let parsed = mail.parsed();
    let words = parsed.body_text(0).expect("there is text");
    assert!(words.contains("Reason: We take <i>no</i> markup.") && words.contains("<b>Bold</b>"), "{words}");
    let page = parsed.body_html(0).expect("there is a page");
    assert!(!page.contains("<b>Bold") && !page.contains("<i>no"), "{page}");
    assert!(listed(&post.app, &ruth).await.is_empty());
}

#[actix_web::test]
async fn the_admin_role_is_read_at_each_call() {
    let (app, ana, ruth) = app().await;
    let id = suggest(&app, &ana, PASTED).await;
    let calls = [
        ("/api/admin", json!({ "token": null })),
        ("/api/admin/gettextrequests", json!({ "token": null })),
        ("/api/admin/approvetextrequest", json!({ "token": null, "id": id })),
        ("/api/admin/rejecttextrequest", json!({ "token": null, "id": id })),
    ];
    admin::revoke(&app.database, "ruth").expect("there is such a user");
    for (path, body) in &calls {
        for token in [&ana, &ruth] {
            let mut body = body.clone();
            body["token"] = json!(token);
            app.post(path, &body).await.refuses(403, ONLY_ADMINS);
            // Other accounts are refused before the fields are checked.
            body["id"] = json!("x");
            app.post(path, &body).await.refuses(403, ONLY_ADMINS);
        }
        app.post(path, body).await.refuses(401, "not-logged-in");
    }
    assert_eq!(draw(&app, &[]).await, Err(DrawTextError::NoTexts));
    admin::grant(&app.database, "ana").expect("there is such a user");
    for (path, body) in &calls[..3] {
        let mut body = body.clone();
        body["token"] = json!(ana);
        app.post(path, &body).await.json();
    }
}

#[actix_web::test]
async fn a_request_is_decided_once() {
    let (app, ana, ruth) = app().await;
    let id = suggest(&app, &ana, PASTED).await;
    reject(&app, &ruth, id).await.json();
    approve(&app, &ruth, id).await.refuses(409, DECIDED);
    reject(&app, &ruth, id).await.refuses(409, DECIDED);
    let unknown = "unknown-text-request";
    approve(&app, &ruth, id + 1).await.refuses(404, unknown);
    reject(&app, &ruth, 0).await.refuses(404, unknown);
    assert_eq!(draw(&app, &[]).await, Err(DrawTextError::NoTexts));
    assert_eq!(app.number("SELECT count(*) FROM mails WHERE kind = 'text_request_rejected'"), 1.0);
    assert_eq!(app.number("SELECT count(*) FROM mails WHERE kind = 'text_request_approved'"), 0.0);
}

#[actix_web::test]
async fn of_simultaneous_decisions_one_succeeds() {
    let (app, ana, ruth) = app().await;
    for round in 0..5 {
        let id = suggest(&app, &ana, &format!("{PASTED} Round {round}.")).await;
        let (app, ruth) = (&app, &ruth);
        let decisions = (0..8).map(|number| async move {
            if number % 2 == 0 { approve(app, ruth, id).await } else { reject(app, ruth, id).await }
        });
        let answers = futures_util::future::join_all(decisions).await;
        let (decided, others): (Vec<_>, Vec<_>) = answers.into_iter().partition(|answer| answer.status == 200);
        assert_eq!(decided.len(), 1);
        for answer in others {
            answer.refuses(409, DECIDED);
        }
    }
    let is_consistent = "SELECT count(*) FROM text_requests WHERE state = 'approved'";
    assert_eq!(app.number("SELECT count(*) FROM texts"), app.number(is_consistent));
    assert_eq!(app.number("SELECT count(*) FROM mails WHERE kind LIKE 'text_request_%'"), 5.0);
}

#[actix_web::test]
async fn a_text_in_use_or_already_suggested_is_refused() {
    let (app, ana, ruth) = app().await;
    let first = suggest(&app, &ana, PASTED).await;
    let again = app.post("/api/textrequest", &request(&ruth, PASTED)).await;
    again.refuses(409, "already-suggested");
    // Equal once typed, but not in the same characters.
    let second = suggest(&app, &ruth, TYPED).await;
    approve(&app, &ruth, first).await.json();
    for text in [PASTED, TYPED] {
        let typed = app.post("/api/textrequest", &request(&ana, text)).await;
        typed.refuses(409, "text-in-use");
    }
    approve(&app, &ruth, second).await.refuses(409, "text-in-use");
    reject(&app, &ruth, second).await.json();
    assert_eq!(app.number("SELECT count(*) FROM texts"), 1.0);
}

#[actix_web::test]
async fn a_deleted_accounts_requests_go_and_its_approved_texts_stay() {
    let (app, ana, ruth) = app().await;
    let taken = suggest(&app, &ana, PASTED).await;
    approve(&app, &ruth, taken).await.json();
    let waiting = suggest(&app, &ana, &format!("{PASTED} Another one.")).await;
    app.post("/api/deleteaccount", &json!({ "token": ana, "confirmationText": "IRREVERSIBLE" })).await.json();
    approve(&app, &ruth, waiting).await.refuses(404, "unknown-text-request");
    assert!(listed(&app, &ruth).await.is_empty());
    assert_eq!(draw(&app, &[]).await.expect("it stays").text, TYPED);
}

#[actix_web::test]
async fn decisions_outlive_the_admins_account() {
    let (app, ana, ruth) = app().await;
    let id = suggest(&app, &ana, PASTED).await;
    approve(&app, &ruth, id).await.json();
    app.post("/api/deleteaccount", &json!({ "token": ruth, "confirmationText": "IRREVERSIBLE" })).await.json();
    let left = "SELECT state || (decided_by IS NULL) FROM text_requests";
    assert_eq!(postgres::texts(&app.database_url, left), ["approvedtrue"]);
}

#[actix_web::test]
async fn an_invalid_suggestion_is_refused() {
    let (app, ana, _) = app().await;
    let url = "not-web-address; field=url; most=300";
    let author = "line-length; field=author; least=1; most=100";
    let long_url = format!("https://example.org/{}", "x".repeat(300));
    let long_author = "x".repeat(101);
    let cases = [
        ("text", "Too short.", "text-length; field=text; least=60; most=600; length=10"),
        ("text", &"x ".repeat(4000), "length; field=text; least=60; most=600"),
        ("text", &format!("{TYPED} \0"), "nul-character; field=text"),
        ("author", "", author),
        ("author", &long_author, author),
        ("author", "Ana\nBob", author),
        ("author", "\u{feff}\u{200b}", author),
        ("author", "Ana\u{7}", "control-characters; field=author"),
        ("author", "\u{202e}anA", "direction-characters; field=author"),
        ("url", "", url),
        ("url", "example.org", url),
        ("url", "javascript:alert(1)", url),
        ("url", "data:text/html,x", url),
        ("url", "https:/example.org", url),
        ("url", "https://", url),
        ("url", "https://exa mple.org", url),
        ("url", "https://example.org/\na", url),
        ("url", "https://example.org/\u{202e}gpj.exe", url),
        ("url", &long_url, url),
    ];
    for (field, value, code) in cases {
        let mut body = request(&ana, TYPED);
        body[field] = json!(value);
        app.post("/api/textrequest", &body).await.refuses(422, code);
    }
    app.post("/api/textrequest", &request("", TYPED)).await.refuses(401, "not-logged-in");
    assert_eq!(app.number("SELECT count(*) FROM text_requests"), 0.0);
}

#[actix_web::test]
async fn the_list_continues_after_a_page_and_counts_all_requests() {
    let (app, ana, admin) = app().await;
    suggest(&app, &ana, PASTED).await;
    app.execute(
        "INSERT INTO text_requests (user_id, text, author, url)
         SELECT user_id, text || n, author, url FROM text_requests, generate_series(1, 149) AS n",
    );
    let page = async |after: Value| {
        let answer = app.post("/api/admin/gettextrequests", &json!({ "token": admin, "after": after })).await.json();
        assert_eq!(answer["open"], 150);
        let ids = answer["requests"].as_array().expect("it is a list").iter().map(|request| request["id"].clone());
        ids.collect::<Vec<Value>>()
    };
    let first = page(json!(null)).await;
    let second = page(first.last().expect("there are some").clone()).await;
    assert_eq!((first.len(), second.len()), (100, 50));
    assert!(first.iter().all(|id| !second.contains(id)));
    assert!(page(second.last().expect("there are some").clone()).await.is_empty());
    assert!(page(json!(i64::MAX)).await.is_empty());
    let before_all = app.post("/api/admin/gettextrequests", &json!({ "token": admin, "after": -1 })).await;
    before_all.refuses(422, "negative; field=after");
}
