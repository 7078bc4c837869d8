//! The image that an admin uploads with a skin, from the form to a browser.

use serde_json::{Value, json};

use crate::colibri::{Colibri, Dir, run};

const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGMQaHD4DwADRAHQMo9CfwAAAABJRU5ErkJggg==";

#[tokio::test]
async fn an_uploaded_image_is_served_and_cached_by_its_content() {
    let dir = Dir::new();
    let colibri = Colibri::serve(&dir);
    let admin: Value = serde_json::from_slice(&run(&dir, &["load-users", "--count", "1"]).stdout).expect("JSON");
    assert!(run(&dir, &["admin", "grant", admin["username"].as_str().expect("a name")]).status.success());
    let address = format!("{}/img/skins/rufous.png", colibri.url);
    assert_eq!(reqwest::get(&address).await.expect("it answers").status(), 404);

    let skin = json!({
        "token": admin["token"], "name": "Rufous", "filename": "rufous", "description": "Red.", "price": 1.99, "image": PNG,
    });
    let client = reqwest::Client::new();
    let added = client.post(format!("{}/api/admin/addskin", colibri.url)).json(&skin).send().await;
    assert_eq!(added.expect("it answers").status(), 200);

    let image = client.get(&address).send().await.expect("it answers");
    assert_eq!(image.status(), 200);
    assert_eq!(image.headers()["content-type"], "image/png");
    assert_eq!(image.headers()["cache-control"], "no-cache");
    let tag = image.headers()["etag"].clone();
    assert!(image.bytes().await.expect("bytes").starts_with(b"\x89PNG"));
    let again = client.get(&address).header("if-none-match", tag).send().await.expect("it answers");
    assert_eq!(again.status(), 304);
}
