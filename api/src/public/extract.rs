//! Checks the key of a call, and reads the fields in its address.

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpMessage as _, HttpRequest};
use serde::de::DeserializeOwned;
use serde_json::Value;
use utoipa::ToSchema;

use super::ApiKey;
use crate::Services;
use crate::document::{Argument, Taken};
use crate::error::ApiError;
use crate::extract::{Extraction, Query, bearer, fields_of};
use crate::form;
use crate::models::api_key;

/// The hash of the key against which a call is counted.
#[derive(Debug, Clone)]
pub(super) struct KeyOfCall(pub(super) Vec<u8>);

/// A call with a good key: the fields in the path and in the query of its address.
pub(crate) struct Keyed<T>(pub(crate) T);

impl<T: ToSchema> Argument for Keyed<T> {
    fn describe(taken: &mut Taken) {
        <Query<T> as Argument>::describe(taken);
        taken.needs_key = true;
        taken.errors.push(ApiError::InvalidApiKey);
    }
}

impl<T: DeserializeOwned + 'static> FromRequest for Keyed<T> {
    type Error = ApiError;
    type Future = Extraction<Self>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let (services, request) = (Services::of(request), request.clone());
        Box::pin(async move {
            let services = services?;
            // Before the key is looked up, so that a call that is refused costs no query.
            services.limits.count_call(&services.limits.address_of(&request))?;
            let key = key_of(&request).ok_or(ApiError::InvalidApiKey)?.hash(&services.keyed_hash());
            request.extensions_mut().insert(KeyOfCall(key.clone()));
            services.limits.count_call_of_key(&key)?;
            let is_good = services.database.with_conn(move |conn| api_key::record_use(&key, conn)).await?;
            is_good.then_some(()).ok_or(ApiError::InvalidApiKey)?;
            let mut fields = fields_of(&request);
            let in_path = request.match_info().iter();
            fields.extend(in_path.map(|(name, value)| (name.to_owned(), Value::String(value.to_owned()))));
            Ok(Self(form::read(&fields)?))
        })
    }
}

/// Returns the well-formed key in the header `Authorization`, if there is one.
fn key_of(request: &HttpRequest) -> Option<ApiKey> {
    ApiKey::parse(bearer(request)?)
}
