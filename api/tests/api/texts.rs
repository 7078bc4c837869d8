//! `/api/gettext` and `/api/words`.

use std::collections::BTreeSet;

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

/// Returns the frequent words of a language.
async fn words(app: &App, language: &str) -> Vec<String> {
    let answer = app.get(&format!("/api/words?language={language}")).await.json();
    serde_json::from_value(answer["words"].clone()).expect("they are listed")
}

#[actix_web::test]
async fn each_language_has_5000_different_words_in_lower_case() {
    let app = App::start().await;
    for (language, frequent, unknown) in [
        ("en", ["the", "you", "get", "want", "make"], ["thou", "upon", "ye", "warn't"]),
        ("es", ["de", "que", "año", "tiempo", "hacer"], ["ídem", "á", "mansamente", "obscuro"]),
    ] {
        let words = words(&app, language).await;
        assert_eq!((words.len(), words.iter().collect::<BTreeSet<_>>().len()), (5000, 5000));
        for word in &words {
            let is_of_letters = word.chars().all(|letter| letter.is_lowercase() || letter == '\'');
            assert!(is_of_letters || word.starts_with('I'), "{word}");
        }
        for word in frequent {
            assert!(words[..1000].iter().any(|other| other == word), "{word}");
        }
        for word in unknown {
            assert!(!words.iter().any(|other| other == word), "{word}");
        }
    }
    assert_eq!(app.get("/api/words").await.json(), app.get("/api/words?language=en").await.json());
}

#[actix_web::test]
async fn the_last_words_of_a_list_do_not_begin_with_the_first_letters() {
    let app = App::start().await;
    for language in ["en", "es"] {
        let words = words(&app, language).await;
        let share = |words: &[String]| {
            let n_first = words.iter().filter(|word| word.starts_with(['a', 'b', 'c', 'd'])).count();
            n_first as f64 / words.len() as f64
        };
        for end in [200, 1000, 5000] {
            let last = &words[end - 100..end];
            assert!(share(last) < share(&words) + 0.2, "{language}, {end}: {last:?}");
        }
    }
}

#[actix_web::test]
async fn words_of_another_language_are_refused() {
    let app = App::start().await;
    for language in ["fr", "", "EN", "a%00b", "%ff"] {
        let answer = app.get(&format!("/api/words?language={language}")).await;
        assert_eq!(answer.status, 422, "{language}");
    }
}
