//! The engine's request for a text.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use shared::messages::{DrawText, DrawTextError};
use shared::{Language, Text, TextId, UserId};
use tokio::time::timeout;

use crate::support::App;

const TEXTS: [&str; 4] = [
    "One of four texts that are long enough to be typed in a test of the drawing.",
    "Two of four texts that are long enough to be typed in a test of the drawing.",
    "Three of four texts that are long enough to be typed in a test of the drawing.",
    "Four of four texts that are long enough to be typed in a test of the drawing.",
];

/// A user who is gone: their texts are drawn at random.
const GONE: UserId = UserId(404);

pub(crate) async fn draw(app: &App, not: &[TextId]) -> Result<Text, DrawTextError> {
    draw_in(app, Language::English, not).await
}

async fn draw_in(app: &App, language: Language, not: &[TextId]) -> Result<Text, DrawTextError> {
    draw_for(app, GONE, language, not).await
}

async fn draw_for(app: &App, user: UserId, language: Language, not: &[TextId]) -> Result<Text, DrawTextError> {
    let request = DrawText { language, user, not: not.to_vec() };
    app.api.start_text_source().send(request).await.expect("somebody answers")
}

#[actix_web::test]
async fn texts_are_drawn_equally_often() {
    let app = App::start().await;
    app.set_texts(&TEXTS);
    let mut drawn: BTreeMap<String, u32> = BTreeMap::new();
    for _ in 0..400 {
        let text = draw(&app, &[]).await.expect("there are texts");
        *drawn.entry(text.text).or_default() += 1;
    }
    // 100 each on average. 55 is more than five standard deviations below that.
    assert!(TEXTS.iter().all(|text| drawn.get(*text).is_some_and(|times| *times > 55)), "{drawn:?}");
}

#[actix_web::test]
async fn a_recent_text_is_not_drawn_while_there_is_another() {
    let app = App::start().await;
    app.set_texts(&TEXTS);
    let mut recent: Vec<TextId> = Vec::new();
    for _ in TEXTS {
        let text = draw(&app, &recent).await.expect("there are texts");
        assert!(!recent.contains(&text.id));
        recent.push(text.id);
    }
    assert!(draw(&app, &recent).await.is_ok(), "all are recent: any will do");
}

#[actix_web::test]
async fn rooms_and_practice_of_a_user_share_a_bag() {
    let (app, ana) = App::with_ana().await;
    app.set_texts(&TEXTS);
    let user = UserId(app.user_id("ana"));
    for round in 0..5 {
        let mut drawn = BTreeSet::new();
        for n in 0..TEXTS.len() {
            drawn.insert(if n % 2 == 0 {
                draw_for(&app, user, Language::English, &[]).await.expect("there are texts").text
            } else {
                let bearer = format!("Bearer {ana}");
                let text = app.get_with("/api/gettext", &[("authorization", &bearer)]).await.json();
                text["text"].as_str().expect("it is text").to_owned()
            });
        }
        assert_eq!(drawn.len(), TEXTS.len(), "{round}: {drawn:?}");
    }
}

#[actix_web::test]
async fn a_user_who_is_gone_gets_a_text() {
    let app = App::start().await;
    app.set_texts(&TEXTS);
    let drawn = draw(&app, &[]).await;
    assert!(drawn.is_ok(), "{drawn:?}");
}

#[actix_web::test]
async fn rooms_have_neither_code_nor_retired_texts() {
    let app = App::start().await;
    app.set_texts(&TEXTS);
    app.execute(&format!("UPDATE texts SET category = 'code' WHERE text = '{}'", TEXTS[0]));
    app.execute(&format!("UPDATE texts SET retired = true WHERE text IN ('{}', '{}')", TEXTS[1], TEXTS[2]));
    for _ in 0..20 {
        assert_eq!(draw(&app, &[]).await.map(|text| text.text), Ok(TEXTS[3].to_owned()));
    }
}

#[actix_web::test]
async fn rooms_notice_within_seconds_that_texts_were_retired_and_added() {
    let app = App::start().await;
    app.set_texts(&TEXTS[..1]);
    let source = app.api.start_text_source();
    let draw = async || {
        let request = DrawText { language: Language::English, user: GONE, not: Vec::new() };
        source.send(request).await.expect("somebody answers").expect("there is one").text
    };
    assert_eq!(draw().await, TEXTS[0]);
    app.execute(&format!("INSERT INTO texts (author, text, source) VALUES ('A', '{}', 'A test')", TEXTS[1]));
    app.execute(&format!("UPDATE texts SET retired = true WHERE text = '{}'", TEXTS[0]));
    let noticed = async { while draw().await != TEXTS[1] {} };
    timeout(Duration::from_secs(30), noticed).await.expect("they notice");
    assert_eq!(draw().await, TEXTS[1]);
}

#[actix_web::test]
async fn a_text_comes_with_its_work_but_not_with_the_address_of_a_proof() {
    let app = App::start().await;
    app.set_texts(&TEXTS[..1]);
    for (source, work) in [("Walden (1854)", Some("Walden (1854)")), ("https://example.org/walden", None)] {
        app.execute(&format!("UPDATE texts SET source = '{source}'"));
        assert_eq!(draw(&app, &[]).await.expect("there is one").work.as_deref(), work);
    }
}

#[actix_web::test]
async fn a_text_is_found_between_large_gaps() {
    let app = App::start().await;
    app.set_texts(&TEXTS[..2]);
    app.execute("ALTER TABLE texts ALTER id RESTART WITH 1000000000000");
    app.execute(&format!("INSERT INTO texts (author, text, source) VALUES ('far', '{}', 'A test')", TEXTS[2]));
    for _ in 0..10 {
        assert!(draw(&app, &[]).await.is_ok());
    }
}

#[actix_web::test]
async fn without_texts_the_engine_gets_an_error() {
    let app = App::start().await;
    app.set_texts(&[]);
    assert_eq!(draw(&app, &[]).await, Err(DrawTextError::NoTexts));
}

#[actix_web::test]
async fn a_text_is_drawn_in_the_language_of_the_room() {
    let app = App::start().await;
    app.set_texts(&TEXTS[..2]);
    app.execute(&format!("UPDATE texts SET language = 'es' WHERE text = '{}'", TEXTS[1]));
    for (language, text) in [(Language::English, TEXTS[0]), (Language::Spanish, TEXTS[1])] {
        let drawn = draw_in(&app, language, &[]).await.expect("there is one");
        assert_eq!((&*drawn.text, drawn.language), (text, language));
        // Rather the same text again than another language.
        let again = draw_in(&app, language, &[drawn.id]).await.expect("there is one");
        assert_eq!(again, drawn);
    }
}

#[actix_web::test]
async fn a_language_without_texts_gets_one_in_the_default_language() {
    let app = App::start().await;
    app.set_texts(&TEXTS[..1]);
    assert_eq!(draw_in(&app, Language::Spanish, &[]).await.map(|text| text.language), Ok(Language::English));
}
