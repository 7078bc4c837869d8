//! `/api/gettext` and `/api/words`.

use std::collections::BTreeSet;

use futures_util::future::join;
use serde_json::{Value, json};

use crate::support::App;
use crate::support::app::{signup_form, with};

async fn get(app: &App, query: &str) -> Value {
    app.get(&format!("/api/gettext{query}")).await.json()
}

#[actix_web::test]
async fn a_text_comes_with_its_author() {
    let app = App::start().await;
    let text = "The hummingbird hangs in the air before the flower, and is gone.";
    app.set_texts(&[text]);
    let answer = get(&app, "").await;
    let known = json!({ "id": answer["id"], "author": "1", "work": "A test", "text": text, "language": "en" });
    assert_eq!(answer, known);
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

/// Texts that differ in their numbers.
fn numbered(n: usize) -> Vec<String> {
    (1..=n)
        .map(|n| format!("Text number {n}, which is long enough to be typed by somebody in a test of bags."))
        .collect()
}

/// Draws texts one after another, each with what the answer before says about the next.
async fn draw(app: &App, n: usize, mut next: impl FnMut(Option<Value>) -> (String, Option<String>)) -> Vec<String> {
    let (mut drawn, mut before) = (Vec::new(), None);
    for _ in 0..n {
        let (query, token) = next(before);
        let bearer = token.map(|token| format!("Bearer {token}"));
        let headers: Vec<_> = bearer.iter().map(|bearer| ("authorization", bearer.as_str())).collect();
        let text = app.get_with(&format!("/api/gettext{query}"), &headers).await.json();
        drawn.push(text["text"].as_str().expect("it is text").to_owned());
        before = Some(text);
    }
    drawn
}

/// Asserts that no text came twice before all had come.
fn is_shuffled(drawn: &[String], n_texts: usize) {
    for round in drawn.chunks(n_texts) {
        let different: BTreeSet<_> = round.iter().collect();
        assert_eq!(different.len(), round.len(), "{round:?}");
    }
}

#[actix_web::test]
async fn a_guest_gets_no_text_twice_before_all_have_come() {
    let app = App::start().await;
    let texts = numbered(12);
    app.set_texts(&texts.iter().map(String::as_str).collect::<Vec<_>>());
    let drawn = draw(&app, 36, |before| {
        let bag = before.map(|text| text["bag"].as_str().expect("it is the bag").to_owned());
        (format!("?bag={}", bag.unwrap_or_default()), None)
    });
    is_shuffled(&drawn.await, 12);
}

#[actix_web::test]
async fn a_guest_with_a_damaged_bag_begins_anew() {
    let app = App::start().await;
    let good = get(&app, "?bag=").await["bag"].as_str().expect("it is a bag").to_owned();
    for damaged in ["%00%00", "x", "AAAA", "{}", "ñ", &good[1..], &format!("{good}!"), &"A".repeat(3000)] {
        if damaged.contains("%00") {
            app.get(&format!("/api/gettext?bag={damaged}")).await.refuses(422, "nul-character; field=bag");
            continue;
        }
        let text = get(&app, &format!("?bag={damaged}")).await;
        assert_eq!(text["bag"].as_str().map(str::len), Some(good.len()), "{damaged}: {text}");
    }
    assert!(get(&app, "").await["bag"].is_null(), "nobody asked for one");
}

#[actix_web::test]
async fn a_member_gets_no_text_twice_on_any_device_before_all_have_come() {
    let (app, ana) = App::with_ana().await;
    let texts = numbered(12);
    app.set_texts(&texts.iter().map(String::as_str).collect::<Vec<_>>());
    let mut tokens = [ana, app.login("ana").await].into_iter().cycle();
    let drawn = draw(&app, 36, |before| {
        assert!(before.is_none_or(|text| text["bag"].is_null()), "the server keeps it");
        ("?bag=".to_owned(), tokens.next())
    });
    is_shuffled(&drawn.await, 12);
}

#[actix_web::test]
async fn a_new_account_goes_on_with_the_bag_of_the_guest() {
    let app = App::start().await;
    let texts = numbered(12);
    app.set_texts(&texts.iter().map(String::as_str).collect::<Vec<_>>());
    let mut bag = String::new();
    let mut drawn = draw(&app, 6, |before| {
        bag = before.map_or_else(String::new, |text| text["bag"].as_str().expect("it is the bag").to_owned());
        (format!("?bag={bag}"), None)
    })
    .await;
    // Of the sixth text, the guest has lost the answer.
    drawn.pop();
    let token = app.post("/api/signup", &with(&signup_form("ana"), "bag", bag)).await.token();
    drawn.extend(draw(&app, 7, |_| (String::new(), Some(token.clone()))).await);
    is_shuffled(&drawn, 12);
}

#[actix_web::test]
async fn a_damaged_bag_keeps_nobody_from_an_account() {
    let app = App::start().await;
    for (username, damaged) in [("ana", ""), ("bob", "x"), ("eve", "AAAA")] {
        let token = app.post("/api/signup", &with(&signup_form(username), "bag", damaged)).await.token();
        draw(&app, 1, |_| (String::new(), Some(token.clone()))).await;
    }
}

#[actix_web::test]
async fn two_devices_at_once_get_different_texts() {
    let (app, ana) = App::with_ana().await;
    let texts = numbered(40);
    app.set_texts(&texts.iter().map(String::as_str).collect::<Vec<_>>());
    let mut drawn = Vec::new();
    for _ in 0..20 {
        let next = |_| (String::new(), Some(ana.clone()));
        let (one, other) = join(draw(&app, 1, next), draw(&app, 1, next)).await;
        drawn.extend([one, other].concat());
    }
    is_shuffled(&drawn, 40);
}

#[actix_web::test]
async fn an_invalid_token_draws_as_for_a_guest() {
    let (app, ana) = App::with_ana().await;
    app.execute("UPDATE users SET token_version = 2");
    for token in [ana.as_str(), "nonsense", ""] {
        let bearer = format!("Bearer {token}");
        let text = app.get_with("/api/gettext?bag=", &[("authorization", &bearer)]).await.json();
        assert!(text["bag"].is_string(), "{token}: {text}");
    }
}

#[actix_web::test]
async fn kinds_have_rounds_of_their_own_and_a_new_text_comes_in_the_next_one() {
    let (app, ana) = App::with_ana().await;
    let texts = numbered(10);
    app.set_texts(&texts.iter().map(String::as_str).collect::<Vec<_>>());
    app.execute("UPDATE texts SET category = 'code' WHERE author > '5' OR author = '10'");
    app.execute("UPDATE texts SET text = rpad(text || ' ', 200, 'and so on ') || '.' WHERE author IN ('1', '2')");
    for query in ["?category=code", "?length=medium", "?length=short", ""] {
        let n = app.number(match query {
            "?category=code" => "SELECT count(*) FROM texts WHERE category = 'code'",
            "?length=medium" => "SELECT count(*) FROM texts WHERE category = 'general' AND char_length(text) >= 120",
            "?length=short" => "SELECT count(*) FROM texts WHERE category = 'general' AND char_length(text) < 120",
            _ => "SELECT count(*) FROM texts WHERE category = 'general'",
        }) as usize;
        let drawn = draw(&app, 3 * n, |_| (query.to_owned(), Some(ana.clone()))).await;
        is_shuffled(&drawn, n);
    }
    app.execute(&format!(
        "INSERT INTO texts (author, text, source) VALUES ('11', '{}', 'New')",
        "New! ".repeat(20).trim()
    ));
    let n_general = app.number("SELECT count(*) FROM texts WHERE category = 'general'") as usize;
    let drawn = draw(&app, 2 * n_general, |_| (String::new(), Some(ana.clone()))).await;
    assert!(drawn.iter().any(|text| text.starts_with("New!")), "{drawn:?}");
}

#[actix_web::test]
async fn code_comes_only_if_it_is_asked_for() {
    let app = App::start().await;
    let texts = numbered(10);
    app.set_texts(&texts.iter().map(String::as_str).collect::<Vec<_>>());
    app.execute("UPDATE texts SET category = 'code' WHERE author = '7'");
    for _ in 0..20 {
        assert_ne!(get(&app, "").await["author"], "7");
        assert_eq!(get(&app, "?category=code&length=long").await["author"], "7");
    }
    assert_eq!(get(&app, "?category=code&language=es").await["language"], "en", "there is nothing else");
    app.get("/api/gettext?category=ode").await.refuses(422, "wrong-type; field=category");
}

#[actix_web::test]
async fn a_retired_text_is_drawn_no_more() {
    let app = App::start().await;
    let texts = numbered(3);
    app.set_texts(&texts.iter().map(String::as_str).collect::<Vec<_>>());
    app.execute("UPDATE texts SET retired = true WHERE author <> '2'");
    for _ in 0..20 {
        assert_eq!(get(&app, "?bag=").await["author"], "2");
    }
}

#[actix_web::test]
async fn a_new_site_has_enough_texts_of_each_kind_for_an_evening() {
    let app = App::start().await;
    for (language, category, range) in [
        ("en", "general", "60 AND 119"),
        ("en", "general", "120 AND 300"),
        ("en", "general", "301 AND 600"),
        ("en", "code", "60 AND 600"),
        ("es", "general", "60 AND 119"),
        ("es", "general", "120 AND 300"),
        ("es", "general", "301 AND 600"),
        ("es", "code", "60 AND 600"),
    ] {
        let n = app.number(&format!(
            "SELECT count(*) FROM texts WHERE NOT retired AND language = '{language}' AND category = '{category}'
                AND char_length(text) BETWEEN {range}"
        ));
        assert!(n >= if category == "code" { 10.0 } else { 50.0 }, "{language}, {category}, {range}: {n}");
    }
}

#[actix_web::test]
async fn nobody_is_drilled_in_old_spellings_or_verses_that_run_together() {
    let app = App::start().await;
    let left = app.number(
        "SELECT count(*) FROM texts WHERE NOT retired AND language = 'es'
            AND (text ~ '(^|[^[:alpha:]])á([^[:alpha:]]|$)|obscur|tortola|írguese' OR source LIKE 'Sonetos%')",
    );
    assert_eq!(left, 0.0);
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
