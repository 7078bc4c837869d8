//! The connection to other processes, as the settings ask for it.

use anyhow::Context as _;
use cluster::{ConnectError, Link, Servers};

use crate::settings::{self, Processes};

/// Returns the NATS settings, if NATS is configured.
pub(crate) fn settings(processes: &Processes) -> anyhow::Result<Option<cluster::Settings>> {
    let url = settings::secret(processes.nats_url.as_ref(), processes.nats_url_file.as_deref(), "NATS_URL_FILE")?;
    let Some(url) = url else { return Ok(None) };
    if let Some(file) = &processes.nats_ca {
        std::fs::metadata(file).with_context(|| format!("COLIBRI_NATS_CA: {}", file.display()))?;
    }
    Ok(Some(cluster::Settings {
        servers: url.expose().parse::<Servers>().context("NATS_URL")?,
        credentials: processes.nats_creds_file.clone(),
        authorities: processes.nats_ca.clone(),
        prefix: processes.nats_prefix.clone(),
    }))
}

/// Returns the NATS settings of a process that cannot work without NATS.
pub(crate) fn needed_settings(processes: &Processes) -> anyhow::Result<cluster::Settings> {
    settings(processes)?
        .context("NATS_URL: --target api and --target engine need a NATS server; set NATS_URL, or use --target all")
}

/// Connects. An error names the setting to correct.
pub(crate) async fn connect(settings: &cluster::Settings) -> anyhow::Result<Link> {
    Link::connect(settings).await.map_err(|error| {
        let variable = match &error {
            ConnectError::Credentials { .. } => "NATS_CREDS_FILE",
            _ => "NATS_URL",
        };
        anyhow::Error::new(error).context(variable)
    })
}
