//! The document as a page, for people: made here from the document itself, without a script.

mod view;

use askama::Template;
use utoipa::openapi::OpenApi;

use self::view::Area;

/// What the page looks like. It is a file of its own, because no page of the site may hold a style.
pub(super) const STYLE: &str = include_str!("../../templates/docs/page.css");

#[derive(Template)]
#[template(path = "docs/page.html")]
struct Page {
    title: String,
    version: String,
    license: String,
    introduction: Vec<String>,
    areas: Vec<Area>,
    types: Vec<view::Type>,
}

/// The page that shows `document`.
pub(super) fn render(document: &OpenApi) -> askama::Result<String> {
    let info = &document.info;
    let page = Page {
        title: info.title.clone(),
        version: info.version.clone(),
        license: info.license.as_ref().map(|license| license.name.clone()).unwrap_or_default(),
        introduction: info.description.iter().flat_map(|text| text.split("\n\n")).map(view::prose).collect(),
        areas: view::areas(document),
        types: view::types(document),
    };
    page.render()
}
