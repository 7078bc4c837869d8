//! A site within the process of the tests.

use colibri::{Running, Settings, Site};

use crate::colibri::Dir;

/// A running site on a database of its own.
pub(crate) struct TestSite {
    running: Running,
    _dir: Dir,
}

impl TestSite {
    /// Starts a site with these settings, by the names of their variables.
    pub(crate) async fn start(settings: &[(&str, &str)]) -> Self {
        let dir = Dir::new();
        let all: Vec<_> = dir.settings().into_iter().chain(settings.iter().copied()).collect();
        let settings = Settings::of_variables(&all).expect("the settings are right");
        let running = Site::start(&settings).await.expect("the site starts");
        Self { running, _dir: dir }
    }

    /// Stops it in order.
    pub(crate) async fn stop(&mut self) {
        self.running.stop().await.expect("nothing failed while it ran");
    }

    /// The URL at which it listens, whatever its public address.
    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.running.address())
    }
}
