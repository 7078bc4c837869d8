//! `/api/gettext`.

use serde_json::{Value, json};

use crate::support::App;

async fn get(app: &App, query: &str) -> Value {
    app.get(&format!("/api/gettext{query}")).await.json()
}

#[actix_web::test]
async fn a_text_comes_with_its_author() {
    let app = App::start().await;
    let text = "The hummingbird hangs in the air before the flower, and is gone.";
    app.set_texts(&[text]);
    let answer = get(&app, "").await;
    assert_eq!(answer, json!({ "id": answer["id"], "author": "1", "text": text, "language": "en" }));
}

#[actix_web::test]
async fn a_text_has_the_wished_language_and_length() {
    let app = App::start().await;
    let characters = |text: &Value| text["text"].as_str().expect("it is text").chars().count();
    for language in ["en", "es"] {
        for (length, range) in [("short", 60..=119), ("medium", 120..=300), ("long", 301..=600)] {
            for _ in 0..20 {
                let text = get(&app, &format!("?language={language}&length={length}")).await;
                assert_eq!(text["language"], language, "{text}");
                assert!(range.contains(&characters(&text)), "{length}: {text}");
            }
        }
    }
}

#[actix_web::test]
async fn without_a_language_every_text_has_the_default_one() {
    let app = App::start().await;
    for _ in 0..30 {
        assert_eq!(get(&app, "").await["language"], "en");
    }
}

#[actix_web::test]
async fn a_new_text_is_never_the_one_just_typed_while_there_is_another() {
    let app = App::start().await;
    let texts = [
        "One of two texts that are long enough to be typed, one after the other, in turns.",
        "Two of two texts that are long enough to be typed, one after the other, in turns.",
    ];
    app.set_texts(&texts);
    let mut typed = get(&app, "").await;
    for _ in 0..20 {
        let next = get(&app, &format!("?not={}", typed["id"])).await;
        assert_ne!(next["text"], typed["text"]);
        typed = next;
    }
    app.set_texts(&texts[..1]);
    let only = get(&app, "").await;
    assert_eq!(get(&app, &format!("?not={}", only["id"])).await, only);
}

#[actix_web::test]
async fn without_a_text_of_the_wished_kind_another_is_returned() {
    let app = App::start().await;
    let texts =
        ["An English text of some length, for a visitor who wishes for a Spanish one.", &"Texto largo. ".repeat(30)];
    app.set_texts(&[texts[0]]);
    assert_eq!(get(&app, "?language=es&length=short").await["text"], texts[0]);
    app.execute(&format!(
        "INSERT INTO texts (language, author, text, source) VALUES ('es', 'A', '{}', 'A test')",
        texts[1].trim()
    ));
    assert_eq!(get(&app, "?language=es&length=short").await["text"], texts[1].trim());
}

#[actix_web::test]
async fn an_unknown_language_length_or_text_is_refused() {
    let app = App::start().await;
    for (query, code) in [
        ("?language=fr", "wrong-type; field=language"),
        ("?language=", "wrong-type; field=language"),
        ("?length=huge", "wrong-type; field=length"),
        ("?not=this", "wrong-type; field=not"),
        ("?not=99999999999999999999", "wrong-type; field=not"),
        ("?language=%00", "nul-character; field=language"),
    ] {
        app.get(&format!("/api/gettext{query}")).await.refuses(422, code);
    }
    for query in ["?", "?&&=&", "?surprise=1", "?not=-1", "?not=9223372036854775807", "?%ff=%ff"] {
        assert_eq!(get(&app, query).await["language"], "en", "{query}");
    }
}

#[actix_web::test]
async fn without_texts_the_answer_is_404() {
    let app = App::start().await;
    app.set_texts(&[]);
    app.get("/api/gettext").await.refuses(404, "no-texts");
}

#[actix_web::test]
async fn a_new_site_has_plenty_of_texts() {
    let app = App::start().await;
    assert!(app.number("SELECT count(*) FROM texts") >= 200.0);
    let answer = get(&app, "").await;
    let length = answer["text"].as_str().expect("it is text").chars().count();
    assert!((60..=600).contains(&length), "{length}");
}

#[actix_web::test]
async fn words_come_by_falling_frequency_without_names() {
    let app = App::start().await;
    app.set_texts(&[
        "The bird saw the flower, and the bird saw the rain, and the bird was gone.",
        "Then Ana saw the bird: nobody, not Ana and not the cat, saw the flower again.",
    ]);
    for path in ["/api/words", "/api/words?language=en"] {
        let words = app.get(path).await.json()["words"].clone();
        assert_eq!(
            words,
            json!(["the", "bird", "saw", "and", "flower", "not", "again", "cat", "gone", "nobody", "rain", "was"]),
            "{path}"
        );
    }
}

#[actix_web::test]
async fn words_are_read_from_the_texts_once_in_a_while() {
    let app = App::start().await;
    app.set_texts(&[&["one"; 16].join(" ")]);
    assert_eq!(app.get("/api/words").await.json(), json!({ "words": ["one"] }));
    app.set_texts(&[&["two"; 16].join(" ")]);
    assert_eq!(app.get("/api/words").await.json(), json!({ "words": ["one"] }));
}

#[actix_web::test]
async fn words_of_a_language_without_texts_are_refused() {
    let app = App::start().await;
    for language in ["fr", "", "EN", "a%00b", "%ff"] {
        let answer = app.get(&format!("/api/words?language={language}")).await;
        assert_eq!(answer.status, 422, "{language}");
    }
}

#[actix_web::test]
async fn a_new_site_has_words_for_every_practice() {
    let app = App::start().await;
    let answer = app.get("/api/words").await.json();
    assert!(answer["words"].as_array().expect("they are listed").len() > 1000);
}
