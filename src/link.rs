//! The connection to other processes, as the settings ask for it.

use anyhow::Context as _;
use cluster::{ConnectError, Link, Servers};

use crate::settings::{self, Processes};

/// The connection to the NATS that the settings name, if they name one.
pub(crate) async fn connect(processes: &Processes) -> anyhow::Result<Option<Link>> {
    let url = settings::secret(processes.nats_url.as_ref(), processes.nats_url_file.as_deref(), "NATS_URL_FILE")?;
    let Some(url) = url else { return Ok(None) };
    if let Some(file) = &processes.nats_ca {
        std::fs::metadata(file).with_context(|| format!("COLIBRI_NATS_CA: {}", file.display()))?;
    }
    let settings = cluster::Settings {
        servers: url.expose().parse::<Servers>().context("NATS_URL")?,
        credentials: processes.nats_creds_file.clone(),
        authorities: processes.nats_ca.clone(),
        prefix: processes.nats_prefix.clone(),
    };
    let connected = Link::connect(&settings).await;
    let variable = match &connected {
        Err(ConnectError::Credentials { .. }) => "NATS_CREDS_FILE",
        _ => "NATS_URL",
    };
    connected.map(Some).context(variable)
}

/// The connection of a process that cannot work without one.
pub(crate) async fn connect_needed(processes: &Processes) -> anyhow::Result<Link> {
    connect(processes).await?.context(
        "NATS_URL: --target api and --target engine need a NATS server to meet at; name one, or use --target all",
    )
}
