//! `/api/admin/addskin`.

use std::collections::BTreeSet;

use api::{Settings, admin};
use serde_json::{Value, json};

use crate::support::App;
use crate::support::app::without_limits;

fn skin(token: &str) -> Value {
    json!({ "token": token, "name": "Rufous", "filename": "rufous", "description": "<b>Red</b>, & far from home.", "price": 1.99 })
}

async fn app() -> (App, String, String) {
    let app = App::start().await;
    let (ana, ruth) = (app.signup("ana").await, app.signup("ruth").await);
    admin::grant(&app.database, "ruth").expect("there is such a user");
    (app, ana, ruth)
}

#[actix_web::test]
async fn a_skin_that_an_admin_adds_is_sold_and_locked_for_everybody() {
    let (app, ana, ruth) = app().await;
    app.post("/api/admin/addskin", &skin(&ana)).await.refuses(403, "Only admins may do this.");
    app.post("/api/admin/addskin", &skin(&ruth)).await.json();
    let sold = "SELECT count(*) FROM skins WHERE filename = 'rufous' AND unlock = 'shop' AND price_cents = 199";
    assert_eq!(app.number(sold), 1.0);
    let own = app.post("/api/getstats", &json!({ "username": "ana", "token": ana })).await.json();
    assert!(own["toBeUnlocked"].to_string().contains("rufous"), "{own}");
    app.post("/api/admin/addskin", &skin(&ruth)).await.refuses(409, "filename: this filename is taken.");
    let mut other = skin(&ruth);
    other["filename"] = json!("rufous2");
    other["name"] = json!("RUFOUS");
    app.post("/api/admin/addskin", &other).await.refuses(409, "name: this name is taken.");
}

#[actix_web::test]
async fn what_is_no_skin_is_refused() {
    let (app, _, ruth) = app().await;
    let before = app.number("SELECT count(*) FROM skins");
    let name = "name: must have 1 to 60 characters, on one line.";
    let file = "filename: must be 1 to 64 letters, digits, _ or -, without .png.";
    let price = "price: must be 0.01 to 1000 dollars, in whole cents.";
    let cases = [
        ("name", json!(" "), name),
        ("name", json!("x".repeat(61)), name),
        ("name", json!("Ru\nfous"), name),
        ("filename", json!("../rufous"), file),
        ("filename", json!("rufous.png"), file),
        ("filename", json!("x".repeat(65)), file),
        ("description", json!(""), "description: must have 1 to 300 characters."),
        ("description", json!("\u{1b}[0m"), "description: must not contain control characters."),
        ("price", json!(0), price),
        ("price", json!(-1.99), price),
        ("price", json!(1.999), price),
        ("price", json!(1000.01), price),
        ("price", json!(1e300), price),
    ];
    for (field, value, sentence) in cases {
        let mut body = skin(&ruth);
        body[field] = value;
        app.post("/api/admin/addskin", &body).await.refuses(422, sentence);
    }
    assert_eq!(app.number("SELECT count(*) FROM skins"), before);
}

#[actix_web::test]
async fn a_skin_without_an_image_is_refused_where_the_site_knows_its_images() {
    let skin_images = Some(BTreeSet::from(["rufous".to_owned()]));
    let app = App::start_with(Settings { skin_images, ..without_limits() }).await;
    let ruth = app.signup("ruth").await;
    admin::grant(&app.database, "ruth").expect("there is such a user");
    let mut other = skin(&ruth);
    other["filename"] = json!("Rufous");
    let sentence = "filename: has no image; it must be in /img/skins/ first, with .png.";
    app.post("/api/admin/addskin", &other).await.refuses(422, sentence);
    app.post("/api/admin/addskin", &skin(&ruth)).await.json();
}
