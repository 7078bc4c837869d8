//! Payments for skins: through PayPal, simulated on this server, or not at all.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use anyhow::{Context as _, bail};
use api::payments::simulator::Simulator;
use api::payments::{PayPal, Payments, SCHEDULE};
use net::origin::Origin;

use crate::settings::{self, PaymentMode};

/// Returns the payments of a site at `public_url` that listens at `listening`, and warns about settings that an
/// operator may have overlooked. If there is a simulator, it must be mounted.
pub(crate) fn from_settings(
    settings: &settings::Payments,
    listening: SocketAddr,
    public_url: &Origin,
) -> anyhow::Result<(Option<Payments>, Option<Simulator>)> {
    let public_url = public_url.to_string();
    // Read in any case: otherwise the first buyer would be the one to notice a missing file.
    let secret = (settings.paypal_secret.as_ref(), settings.paypal_secret_file.as_deref());
    let secret = settings::secret(secret.0, secret.1, "PAYPAL_SECRET_FILE")?;
    let is_named = settings.paypal_client_id.is_some() || secret.is_some();
    let (paypal, simulator) =
        match settings.mode.unwrap_or(if is_named { PaymentMode::Paypal } else { PaymentMode::Off }) {
            PaymentMode::Off => return Ok((None, None)),
            PaymentMode::Paypal => {
                let (Some(client_id), Some(secret)) = (&settings.paypal_client_id, secret) else {
                    bail!("PAYPAL_CLIENT_ID and PAYPAL_SECRET: both are needed to take payments through PayPal");
                };
                (PayPal::new(&settings.paypal_base_url, client_id, secret.expose()).context("PAYPAL_BASE_URL")?, None)
            }
            PaymentMode::Simulator => {
                tracing::warn!("COLIBRI_PAYMENTS=simulator: skins are free, and no money moves");
                let simulator = Simulator::of_our_own(&public_url);
                (simulator.account(from_here(listening)), Some(simulator))
            }
        };
    let payments = Payments::new(paypal, simulator.is_some(), public_url, SCHEDULE);
    Ok((Some(payments), simulator))
}

/// Returns the address at which this machine reaches a server that listens at `listening`. Requests to the simulator do
/// not leave the machine.
fn from_here(listening: SocketAddr) -> SocketAddr {
    let ip = match listening.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    SocketAddr::new(ip, listening.port())
}
