//! The engine's request for a text.

use std::collections::BTreeMap;

use shared::messages::{DrawText, DrawTextError};
use shared::{Language, Text, TextId};

use crate::support::App;

const TEXTS: [&str; 4] = [
    "One of four texts that are long enough to be typed in a test of the drawing.",
    "Two of four texts that are long enough to be typed in a test of the drawing.",
    "Three of four texts that are long enough to be typed in a test of the drawing.",
    "Four of four texts that are long enough to be typed in a test of the drawing.",
];

pub(crate) async fn draw(app: &App, not: &[TextId]) -> Result<Text, DrawTextError> {
    draw_in(app, Language::English, not).await
}

async fn draw_in(app: &App, language: Language, not: &[TextId]) -> Result<Text, DrawTextError> {
    app.api.start_text_source().send(DrawText { language, not: not.to_vec() }).await.expect("somebody answers")
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
