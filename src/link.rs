//! The connection to other processes, as the settings ask for it.

use anyhow::Context as _;
use cluster::{ConnectError, Link, Role, Servers};

use crate::settings::{self, Processes};

/// Returns the NATS servers, if NATS is configured.
pub(crate) fn servers(processes: &Processes) -> anyhow::Result<Option<Servers>> {
    let url = settings::secret(processes.nats_url.as_ref(), processes.nats_url_file.as_deref(), "NATS_URL_FILE")?;
    let Some(url) = url else { return Ok(None) };
    if let Some(file) = &processes.nats.authorities {
        std::fs::metadata(file).with_context(|| format!("COLIBRI_NATS_CA: {}", file.display()))?;
    }
    Ok(Some(url.expose().parse().context("NATS_URL")?))
}

/// Returns the NATS servers of a process that cannot work without NATS.
pub(crate) fn needed_servers(processes: &Processes) -> anyhow::Result<Servers> {
    servers(processes)?
        .context("NATS_URL: --target api and --target engine need a NATS server; set NATS_URL, or use --target all")
}

/// Connects. An error names the setting to correct.
pub(crate) async fn connect(servers: &Servers, settings: &cluster::Settings, role: Role) -> anyhow::Result<Link> {
    Link::connect(servers, settings, role).await.map_err(|error| {
        let variable = match &error {
            ConnectError::Credentials { .. } => "NATS_CREDS_FILE",
            _ => "NATS_URL",
        };
        anyhow::Error::new(error).context(variable)
    })
}
