//! The part that every process of the site needs to be reached: forms of settings, the origins and addresses of requests,
//! tokens, and the pauses between attempts.

pub mod backoff;
pub mod network;
pub mod origin;
pub mod proxies;
pub mod settings;
pub mod token;
