//! A site within the tests' process.

use std::rc::Rc;

use colibri::{Running, Settings, Site};

use crate::colibri::{Dir, Reached};

pub(crate) struct TestSite {
    running: Running,
    _dir: Rc<Dir>,
}

impl TestSite {
    /// Starts a site with its own database and these settings, given by variable.
    pub(crate) async fn start(settings: &[(&str, &str)]) -> Self {
        Self::start_in(&Rc::new(Dir::new()), settings).await
    }

    pub(crate) async fn start_in(dir: &Rc<Dir>, settings: &[(&str, &str)]) -> Self {
        Self::try_start_in(dir, settings).await.unwrap_or_else(|why| panic!("the site does not start: {why}"))
    }

    /// Starts a site in a directory, or returns the reason why it cannot start, in one line.
    pub(crate) async fn try_start_in(dir: &Rc<Dir>, settings: &[(&str, &str)]) -> Result<Self, String> {
        let all: Vec<_> = dir.settings().into_iter().chain(settings.iter().copied()).collect();
        let settings = Settings::of_variables(&all).map_err(|error| format!("{error:#}"))?;
        let running = Site::start(&settings).await.map_err(|error| format!("{error:#}"))?;
        Ok(Self { running, _dir: Rc::clone(dir) })
    }

    pub(crate) async fn stop(&mut self) {
        self.running.stop().await.expect("nothing failed while it ran");
    }
}

impl Reached for TestSite {
    /// Returns the URL at which it listens, whatever its public URL.
    fn url(&self) -> String {
        format!("http://{}", self.running.address())
    }
}
