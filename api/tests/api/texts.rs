//! `/api/gettext`.

use serde_json::json;

use crate::support::App;

#[actix_web::test]
async fn a_text_comes_with_its_author() {
    let app = App::start().await;
    let text = "The hummingbird hangs in the air before the flower, and is gone.";
    app.set_texts(&[text]);
    assert_eq!(app.get("/api/gettext").await.json(), json!({ "author": "1", "text": text }));
}

#[actix_web::test]
async fn without_texts_the_answer_is_404() {
    let app = App::start().await;
    app.set_texts(&[]);
    app.get("/api/gettext").await.refuses(404, "No texts are available.");
}

#[actix_web::test]
async fn a_new_site_has_plenty_of_texts() {
    let app = App::start().await;
    assert!(app.number("SELECT count(*) FROM texts") >= 200.0);
    let answer = app.get("/api/gettext").await.json();
    let length = answer["text"].as_str().expect("it is text").chars().count();
    assert!((60..=600).contains(&length), "{length}");
}
