//! Mail for the accounts of a test: an api whose mails go to its own mail server.

use std::time::Duration;

use api::mail::{Delivery, Site, Smtp, Transport};
use api::{Schedule, Worker};
use net::backoff::Backoff;

use super::App;
use super::smtp::{SmtpServer, Taken};

pub(crate) const DEAD_LINK: &str = "dead-link";

/// Fast enough for tests.
pub(crate) const SCHEDULE: Schedule = Schedule {
    poll: Duration::from_millis(50),
    lease: Duration::from_secs(40),
    backoff: Backoff { first: Duration::from_millis(50), longest: Duration::from_millis(400) },
    ..api::mail::SCHEDULE
};

/// Returns the delivery of mails through `smtp`, from a site at `https://colibri.example`.
pub(crate) fn delivery_through(smtp: Smtp) -> Delivery {
    Delivery {
        transport: Transport::Smtp(Box::new(smtp)),
        from: "Colibri <flights@colibri.example>".parse().expect("it is a mailbox"),
        reply_to: None,
        site: Site { product: "Colibri".to_owned(), url: "https://colibri.example".to_owned() },
        schedule: SCHEDULE,
    }
}

/// An api that sends mails, and the server that receives them.
pub(crate) struct AppWithMail {
    pub(crate) app: App,
    pub(crate) server: SmtpServer,
    /// Sends mails until it is dropped.
    pub(crate) delivery: Worker,
}

impl AppWithMail {
    pub(crate) async fn start() -> Self {
        Self::beside(App::start().await).await
    }

    /// Starts to send the mails of an api that has sent none yet.
    pub(crate) async fn beside(app: App) -> Self {
        let server = SmtpServer::start(&[]).await;
        let smtp = Smtp::from_url(&server.url(), None).expect("it is a server");
        let delivery = app.api.deliver_mails(delivery_through(smtp));
        Self { app, server, delivery }
    }

    /// Signs up, and returns the token and the code from the mail.
    pub(crate) async fn signup(&mut self, username: &str) -> (String, String) {
        let token = self.app.signup(username).await;
        (token, self.code().await)
    }

    pub(crate) async fn code(&mut self) -> String {
        let (_, code) = self.server.next().await.user_and_code();
        self.until_recorded().await;
        code
    }

    /// Waits until every mail is recorded as sent. A request for one that has arrived but is not recorded adds none.
    pub(crate) async fn until_recorded(&self) {
        self.app.until("SELECT count(*) = 0 FROM mails WHERE state = 'due'").await;
    }

    /// Waits until the outbox is empty, and returns the mails that arrived.
    pub(crate) async fn all(&mut self) -> Vec<Taken> {
        self.until_recorded().await;
        self.server.rest().await
    }
}
