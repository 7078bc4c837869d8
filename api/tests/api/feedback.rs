//! `/api/feedback`.

use serde_json::json;

use crate::support::{App, postgres};

#[actix_web::test]
async fn feedback_is_stored_as_it_was_typed() {
    let (app, token) = App::with_ana().await;
    let words = [
        "More hummingbirds!".to_owned(),
        "  <script>alert('x')</script>\n\t'; DROP TABLE feedback; -- 🐦 \u{202e}txet ".to_owned(),
        "👍🏽".to_owned(),
        "x".repeat(4000),
    ];
    for feedback in &words {
        let answer = app.post("/api/feedback", &json!({ "token": token, "feedback": feedback })).await.json();
        assert_eq!(answer["status"], "ok");
    }
    assert_eq!(postgres::texts(&app.database_url, "SELECT words FROM feedback ORDER BY id"), words);
}

#[actix_web::test]
async fn the_first_feedback_earns_one_skin_even_if_several_are_sent() {
    let (app, token) = App::with_ana().await;
    let form = json!({ "token": token, "feedback": "Hi!" });
    let answers = futures_util::future::join_all((0..6).map(|_| app.post("/api/feedback", &form))).await;
    let thanked = answers.iter().filter(|answer| answer.json()["skin"] == true).count();
    assert_eq!(thanked, 1);
    let owned = "SELECT count(*) FROM owned_skins JOIN skins ON filename = skin WHERE unlock = 'feedback'";
    assert_eq!(app.number(owned), 1.0);
    assert_eq!(app.number("SELECT count(*) FROM feedback"), 6.0);
}

#[actix_web::test]
async fn empty_overlong_and_unreadable_feedback_is_refused() {
    let (app, token) = App::with_ana().await;
    let length = "length; field=feedback; least=1; most=4000";
    let control = "control-characters; field=feedback";
    let long = "é".repeat(4001);
    let unseen = "\u{200b}\u{2060}\u{feff}";
    let refused = [("", length), (" \n", length), (unseen, length), (&long, length), ("\u{1b}[31m", control)];
    for (feedback, code) in refused {
        let answer = app.post("/api/feedback", &json!({ "token": token, "feedback": feedback })).await;
        answer.refuses(422, code);
    }
    app.post("/api/feedback", &json!({ "feedback": "Hi!" })).await.refuses(401, "not-logged-in");
    assert_eq!(app.number("SELECT count(*) FROM feedback"), 0.0);
}
