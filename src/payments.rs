//! Payment for skins: through PayPal, in a simulation on this server, or not at all.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use actix_web::web;
use anyhow::{Context as _, bail};
use api::payments::simulator::Simulator;
use api::payments::{PayPal, Schedule, Settings};
use api::{Api, Worker};

use crate::settings::{self, PaymentMode, Payments, PublicUrl};

/// The way to pay that the settings ask for.
#[derive(Clone)]
pub(crate) enum PaymentMethod {
    /// Nothing can be bought.
    Closed,
    /// PayPal's address, and the client ID and secret of the site.
    PayPal { base_url: String, client_id: String, secret: settings::Secret },
    /// The simulator stands in for PayPal.
    Simulator(Simulator),
}

impl PaymentMethod {
    /// Reads the settings, and warns about the ones that an operator may have overlooked.
    pub(crate) fn new(payments: &Payments) -> anyhow::Result<Self> {
        // Read in any case: a missing file would otherwise be noticed only by the first buyer.
        let secret = (payments.paypal_secret.as_ref(), payments.paypal_secret_file.as_deref());
        let secret = settings::secret(secret.0, secret.1, "PAYPAL_SECRET_FILE")?;
        let is_named = payments.paypal_client_id.is_some() || secret.is_some();
        match payments.mode.unwrap_or(if is_named { PaymentMode::Paypal } else { PaymentMode::Off }) {
            PaymentMode::Off => Ok(Self::Closed),
            PaymentMode::Paypal => {
                let (Some(client_id), Some(secret)) = (payments.paypal_client_id.clone(), secret) else {
                    bail!("PAYPAL_CLIENT_ID and PAYPAL_SECRET: both are needed to take payments through PayPal");
                };
                let base_url = payments.paypal_base_url.clone();
                // Refused now rather than once everything stands.
                PayPal::new(&base_url, &client_id, secret.expose()).context("PAYPAL_BASE_URL")?;
                Ok(Self::PayPal { base_url, client_id, secret })
            }
            PaymentMode::Simulator => {
                tracing::warn!("COLIBRI_PAYMENTS=simulator: skins are given away; no money moves");
                Ok(Self::Simulator(Simulator::of_our_own()))
            }
        }
    }

    /// Mounts the simulator, if there is one.
    pub(crate) fn configure(&self, cfg: &mut web::ServiceConfig) {
        if let Self::Simulator(simulator) = self {
            simulator.configure(cfg);
        }
    }

    /// Takes payments from now on, for a site at `public_url` that listens at `listening`.
    pub(crate) fn open(
        self,
        api: &Api,
        listening: SocketAddr,
        public_url: &PublicUrl,
    ) -> anyhow::Result<Option<Worker>> {
        let public_url = public_url.to_string();
        let (paypal, is_simulated) = match self {
            Self::Closed => {
                api.take_no_payments();
                return Ok(None);
            }
            Self::PayPal { base_url, client_id, secret } => {
                (PayPal::new(&base_url, &client_id, secret.expose())?, false)
            }
            Self::Simulator(simulator) => (simulator.open(&public_url, from_here(listening))?, true),
        };
        Ok(Some(api.take_payments(Settings { paypal, is_simulated, public_url, schedule: Schedule::default() })))
    }
}

/// Returns the address at which this machine reaches a server that listens there. Requests to the simulator do not
/// leave the machine.
fn from_here(listening: SocketAddr) -> SocketAddr {
    let ip = match listening.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    SocketAddr::new(ip, listening.port())
}
