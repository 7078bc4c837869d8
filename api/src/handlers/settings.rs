//! The settings of the page that a user keeps on the account, to have them on every device.

use std::collections::BTreeMap;

use actix_web::web;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa::openapi::ObjectBuilder;
use utoipa::openapi::schema::{SchemaType, Type};

use crate::domain::ChangedSettings;
use crate::error::ApiError;
use crate::extract::{Caller, NoFields};
use crate::handlers::OkAnswer;

#[derive(Deserialize, ToSchema)]
pub(crate) struct SettingsForm {
    #[schema(schema_with = changes)]
    settings: BTreeMap<String, Value>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct SettingsAnswer {
    #[schema(schema_with = settings)]
    settings: Value,
}

/// `POST /api/settings`: returns the settings of the account.
pub(crate) async fn read(caller: Caller<NoFields>) -> Result<web::Json<SettingsAnswer>, ApiError> {
    let settings = caller.run(|user, _, conn| Ok(user.settings(conn)?)).await?;
    Ok(web::Json(SettingsAnswer { settings }))
}

/// `POST /api/changesettings`: changes the given settings.
pub(crate) async fn change(caller: Caller<SettingsForm>) -> Result<web::Json<OkAnswer>, ApiError> {
    let change = caller.run(|user, SettingsForm { settings }, conn| {
        let changed = ChangedSettings::try_from(settings).map_err(ApiError::Invalid)?;
        Ok(user.change_settings(changed, conn)?)
    });
    change.await?;
    Ok(OkAnswer::json())
}

fn settings() -> ObjectBuilder {
    let about = "The settings that the user changed; all others have their defaults.";
    by_name([Type::String, Type::Number, Type::Boolean], about)
}

fn changes() -> ObjectBuilder {
    let about = "The settings to change; the others keep their values.";
    by_name([Type::String, Type::Number, Type::Boolean, Type::Null], about)
}

/// Returns the schema of settings by name. `shared/fixtures/settings.json` lists the names and values.
fn by_name(types: impl IntoIterator<Item = Type>, about: &str) -> ObjectBuilder {
    let value = ObjectBuilder::new().schema_type(SchemaType::from_iter(types));
    ObjectBuilder::new().schema_type(Type::Object).additional_properties(Some(value)).description(Some(about))
}
