//! `colibri serve`: the site until a signal stops it.

use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::running::Site;
use crate::settings::Settings;

/// Runs the site until a signal stops it: in an orderly way at the first signal, at once at the second.
pub(crate) fn run(settings: &Settings) -> anyhow::Result<()> {
    let system = actix::System::new();
    let site = system.block_on(async {
        let mut site = Site::start(settings).await?;
        // Only from here on: before, a signal ends the process at once.
        let mut signals = ShutdownSignals::listen()?;
        tracing::info!(listening = %site.address(), "Colibri is at {}", site.url());

        signals.next().await;
        tracing::info!("stopping: no new races; running ones may end (signal again to stop at once)");
        tokio::select! {
            stopped = site.stop() => stopped?,
            () = signals.next() => {
                tracing::info!("stopping at once");
                site.stop_at_once().await?;
            }
        }
        tracing::info!("stopped");
        anyhow::Ok(site)
    })?;
    // Last, since a private Postgres stops with the site.
    drop(system);
    drop(site);
    Ok(())
}

/// Ctrl-C, and the signal that supervisors send.
struct ShutdownSignals {
    interrupt: Signal,
    terminate: Signal,
}

impl ShutdownSignals {
    fn listen() -> anyhow::Result<Self> {
        Ok(Self { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}
