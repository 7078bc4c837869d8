//! A shop that takes payments: an api, and the PayPal at which it has an account.

use std::sync::Arc;
use std::time::Duration;

use api::payments::Payments;
use api::{Schedule, Worker};
use net::backoff::Backoff;
use serde_json::{Value, json};

use super::app::filenames;
use super::paypal::{Approved, PayPalPeer};
use super::{Answer, App, postgres};

/// Fast enough for tests.
pub(crate) const SCHEDULE: Schedule = Schedule {
    poll: Duration::from_millis(50),
    lease: Duration::from_secs(60),
    backoff: Backoff { first: Duration::from_millis(50), longest: Duration::from_millis(200) },
    ..api::payments::SCHEDULE
};

/// The shop's timeout for PayPal: longer than any answer takes on a busy machine.
pub(crate) const PAYPAL_TIMEOUT: Duration = Duration::from_secs(20);

/// The messages to a buyer: before money can move, after that, and when it never will.
pub(crate) const NOT_CHARGED: &str = "payment-failed";
pub(crate) const UNCONFIRMED: &str = "payment-unconfirmed";
pub(crate) const UNDER_WAY: &str = "payment-under-way";
pub(crate) const OVER: &str = "payment-over";

pub(crate) struct Shop {
    pub(crate) app: App,
    pub(crate) paypal: Arc<PayPalPeer>,
    pub(crate) reconciliation: Worker,
    pub(crate) is_simulated: bool,
}

impl Shop {
    pub(crate) async fn open() -> Self {
        Self::open_with(SCHEDULE, PAYPAL_TIMEOUT).await
    }

    /// Returns a shop, the token of its only user, and a skin that is sold today.
    pub(crate) async fn with_ana() -> (Self, String, String) {
        Self::open().await.and_ana().await
    }

    /// Returns this shop, the token of its only user, and a skin that is sold today.
    pub(crate) async fn and_ana(self) -> (Self, String, String) {
        let (ana, skin) = (self.app.signup("ana").await, self.sold().await);
        (self, ana, skin)
    }

    /// Like [`Shop::with_ana`], with a payment that the user approved and the shop does not know of yet.
    pub(crate) async fn with_approved() -> (Self, String, String, Approved) {
        let (shop, ana, skin) = Self::with_ana().await;
        let approved = shop.approved(&ana, &skin).await;
        (shop, ana, skin, approved)
    }

    pub(crate) async fn open_with(schedule: Schedule, answer_timeout: Duration) -> Self {
        Self::open_at(postgres::new_database(), Arc::new(PayPalPeer::start()), false, schedule, answer_timeout).await
    }

    pub(crate) async fn open_simulated(schedule: Schedule) -> Self {
        Self::open_at(postgres::new_database(), Arc::new(PayPalPeer::start()), true, schedule, PAYPAL_TIMEOUT).await
    }

    async fn open_at(
        database_url: String,
        paypal: Arc<PayPalPeer>,
        is_simulated: bool,
        schedule: Schedule,
        answer_timeout: Duration,
    ) -> Self {
        let account = paypal.simulator.account(paypal.address).with_answer_timeout(answer_timeout);
        let public_url = "https://colibri.example".to_owned();
        let payments = Payments::new(account, is_simulated, public_url, schedule);
        let app = App::start_on(database_url, Some(payments)).await;
        sell_the_same_every_day(&app);
        let reconciliation = app.api.settle_payments();
        Self { app, paypal, reconciliation, is_simulated }
    }

    /// Starts another process on the same database, with the same account.
    pub(crate) async fn beside(&self, schedule: Schedule) -> Self {
        Self::open_at(self.app.database_url.clone(), self.paypal.clone(), self.is_simulated, schedule, PAYPAL_TIMEOUT)
            .await
    }

    /// Starts the same site after a switch from PayPal to the simulator, or back: with a provider that knows no
    /// payments yet.
    pub(crate) async fn switched(&self, schedule: Schedule) -> Self {
        let other = Arc::new(PayPalPeer::start());
        Self::open_at(self.app.database_url.clone(), other, !self.is_simulated, schedule, PAYPAL_TIMEOUT).await
    }

    /// Returns the file name of a skin that is sold today.
    pub(crate) async fn sold(&self) -> String {
        let window = self.app.post("/api/shop/getShop", &json!({})).await.json();
        filenames(&window["skins"])[0].to_owned()
    }

    pub(crate) async fn buy(&self, token: &str, skin: &str) -> Answer {
        self.app.post("/api/shop/buy", &json!({ "token": token, "skin": skin })).await
    }

    /// Buys a skin, and returns the URL of the payment page.
    pub(crate) async fn link(&self, token: &str, skin: &str) -> String {
        self.buy(token, skin).await.json()["link"].as_str().expect("there is a link").to_owned()
    }

    /// Returns a payment that the buyer approved and the shop does not know of yet.
    pub(crate) async fn approved(&self, token: &str, skin: &str) -> Approved {
        self.paypal.approve(&self.link(token, skin).await).await
    }

    pub(crate) async fn success(&self, token: &str, approved: &Approved, skin: &str) -> Answer {
        self.app.post("/api/shop/success", &success_form(token, approved, skin)).await
    }

    pub(crate) async fn grants_once(&self, token: &str, approved: &Approved, skin: &str) {
        self.success(token, approved, skin).await.json();
        self.granted_once();
    }

    /// Waits until the only purchase is paid without the buyer's help, and asserts that it is granted the skin and one
    /// invoice.
    pub(crate) async fn grants_by_itself(&self) {
        self.app.until("SELECT state = 'paid' FROM purchases").await;
        self.granted_once();
    }

    pub(crate) fn purchases(&self, state: &str) -> f64 {
        self.app.number(&format!("SELECT count(*) FROM purchases WHERE state = '{state}'"))
    }

    /// Returns the number of owned skins, of all users together.
    pub(crate) fn owned(&self) -> f64 {
        self.app.number("SELECT count(*) FROM owned_skins")
    }

    pub(crate) fn invoices(&self) -> f64 {
        self.app.number("SELECT count(*) FROM mails WHERE kind = 'invoice'")
    }

    /// Asserts that no one paid, and no one got a skin or an invoice.
    pub(crate) fn nothing_was_granted(&self) {
        assert_eq!((self.owned(), self.invoices(), self.purchases("paid")), (0.0, 0.0, 0.0));
    }

    /// Asserts that there is one paid purchase, one owned skin and one invoice.
    pub(crate) fn granted_once(&self) {
        assert_eq!((self.owned(), self.invoices(), self.purchases("paid")), (1.0, 1.0, 1.0));
    }
}

pub(crate) fn success_form(token: &str, approved: &Approved, skin: &str) -> Value {
    json!({ "token": token, "paymentId": approved.payment, "payerId": approved.payer, "skin": skin })
}

/// Leaves as many skins for sale as are sold a day, so that each is sold every day.
pub(crate) fn sell_the_same_every_day(app: &App) {
    app.execute(
        "UPDATE skins SET sold_from = '9999-01-01' WHERE unlock = 'shop' AND filename NOT IN
            (SELECT filename FROM skins WHERE unlock = 'shop' ORDER BY filename LIMIT 4)",
    );
}
