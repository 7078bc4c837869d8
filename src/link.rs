//! The connection to other processes, as the settings ask for it.

use anyhow::Context as _;
use cluster::{ConnectError, Link, Servers};

use crate::settings::{self, Processes};

/// Connects, if there is a NATS server. An error names the setting to correct.
pub(crate) async fn connect(processes: &Processes) -> anyhow::Result<Option<Link>> {
    let url = settings::secret(processes.nats_url.as_ref(), processes.nats_url_file.as_deref(), "NATS_URL_FILE")?;
    let Some(url) = url else { return Ok(None) };
    if let Some(file) = &processes.nats.authorities {
        std::fs::metadata(file).with_context(|| format!("COLIBRI_NATS_CA: {}", file.display()))?;
    }
    let servers = url.expose().parse::<Servers>().context("NATS_URL")?;
    let link = Link::connect(&servers, &processes.nats).await.map_err(|error| {
        let variable = match &error {
            ConnectError::Credentials { .. } => "NATS_CREDS_FILE",
            _ => "NATS_URL",
        };
        anyhow::Error::new(error).context(variable)
    })?;
    Ok(Some(link))
}

/// Connects a process that cannot work without NATS.
pub(crate) async fn connect_needed(processes: &Processes) -> anyhow::Result<Link> {
    connect(processes)
        .await?
        .context("NATS_URL: --target api and --target engine need a NATS server; set NATS_URL, or use --target all")
}
