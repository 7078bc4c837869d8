//! Whether one may administer the site.

use actix_web::web;

use crate::extract::{Admin, NoFields};
use crate::handlers::OkAnswer;

/// `POST /api/admin`: 200 for admins, 403 for everybody else.
pub(crate) async fn check(_: Admin<NoFields>) -> web::Json<OkAnswer> {
    OkAnswer::json()
}
