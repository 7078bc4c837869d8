//! A PayPal on its own port: the simulator behind injected faults, with a count of its requests.

use std::collections::{HashMap, VecDeque};
use std::net::{SocketAddr, TcpListener};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use actix_web::body::{BoxBody, MessageBody as _, SizedStream, to_bytes};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::middleware::{Next, from_fn};
use actix_web::web::{self, Bytes};
use actix_web::{App, Error, HttpResponse, HttpServer};
use api::payments::simulator::Simulator;
use futures_util::stream;
use reqwest::redirect::Policy;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::time::timeout;

pub(crate) const CLIENT_ID: &str = "the-shop";
pub(crate) const SECRET: &str = "the-secret-of-the-shop";

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Call {
    Token,
    Create,
    LookUp,
    Execute,
}

#[derive(Clone)]
pub(crate) struct Fault {
    /// True if the request takes effect nevertheless.
    is_done: bool,
    answer: Answers,
}

#[derive(Clone)]
enum Answers {
    With(u16, String),
    Changed(fn(&mut Value)),
    HalfOnly,
    Never,
}

pub(crate) struct PayPalPeer {
    pub(crate) simulator: Simulator,
    pub(crate) address: SocketAddr,
    faults: web::Data<Faults>,
    http: reqwest::Client,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Approved {
    pub(crate) payment: String,
    pub(crate) payer: String,
    pub(crate) back: String,
}

/// The faults and counts between the clients and the simulator.
#[derive(Default)]
struct Faults {
    queued: Mutex<HashMap<Call, VecDeque<Fault>>>,
    asked: watch::Sender<HashMap<Call, usize>>,
}

impl Fault {
    /// Answers with this body, without taking effect.
    pub(crate) fn answers(status: u16, body: &str) -> Self {
        Self { is_done: false, answer: Answers::With(status, body.to_owned()) }
    }

    /// Refuses with an error of this name, in PayPal's format, without taking effect.
    pub(crate) fn refuses(status: u16, name: &str) -> Self {
        Self::answers(status, &json!({ "name": name, "message": "A sentence.", "debug_id": "d1" }).to_string())
    }

    /// Takes effect, but changes the answer.
    pub(crate) fn changes(change: fn(&mut Value)) -> Self {
        Self { is_done: true, answer: Answers::Changed(change) }
    }

    /// Breaks the connection in the middle of the answer, without taking effect.
    pub(crate) fn cuts() -> Self {
        Self { is_done: false, answer: Answers::HalfOnly }
    }

    /// Never answers, and does not take effect.
    pub(crate) fn hangs() -> Self {
        Self { is_done: false, answer: Answers::Never }
    }

    /// Takes effect before it fails.
    pub(crate) fn but_done(self) -> Self {
        Self { is_done: true, ..self }
    }
}

impl PayPalPeer {
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("there is a free port");
        let address = listener.local_addr().expect("it is bound");
        let simulator = Simulator::new(&format!("http://{address}"), CLIENT_ID, SECRET);
        let faults = web::Data::new(Faults::default());
        let (mounted, between) = (simulator.clone(), faults.clone());
        let server = HttpServer::new(move || {
            let mounted = mounted.clone();
            App::new()
                .app_data(between.clone())
                .service(web::scope("").configure(|cfg| mounted.configure(cfg)).wrap(from_fn(inject)))
        });
        let server = server.workers(1).disable_signals().listen(listener).expect("it is bound");
        actix_web::rt::spawn(server.run());
        let http = reqwest::Client::builder().redirect(Policy::none()).build().expect("it can be made");
        Self { simulator, address, faults, http }
    }

    /// Queues a fault for the next request of this kind that has none yet.
    pub(crate) fn next(&self, call: Call, fault: Fault) {
        lock(&self.faults.queued).entry(call).or_default().push_back(fault);
    }

    pub(crate) fn asked(&self, call: Call) -> usize {
        self.faults.asked.borrow().get(&call).copied().unwrap_or(0)
    }

    /// Waits until there were more than `times` requests of this kind.
    pub(crate) async fn is_asked_again(&self, call: Call, times: usize) {
        let mut asked = self.faults.asked.subscribe();
        let again = asked.wait_for(|asked| asked.get(&call).is_some_and(|n| *n > times));
        timeout(Duration::from_secs(60), again).await.expect("it is asked").expect("the peer lives");
    }

    pub(crate) async fn page(&self, link: &str) -> (u16, String) {
        let page = self.http.get(link).send().await.expect("it answers");
        (page.status().as_u16(), page.text().await.expect("it is text"))
    }

    pub(crate) async fn approve(&self, link: &str) -> Approved {
        let back = self.press("approve", link).await.expect("it can be approved");
        let fact = |name: &str| {
            let (_, query) = back.split_once('?').expect("there are facts");
            let fact = query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
            fact.expect("it is among them").to_owned()
        };
        Approved { payment: fact("paymentId"), payer: fact("PayerID"), back }
    }

    /// Presses a button of the page behind a link, and returns the URL to which the browser is sent.
    pub(crate) async fn press(&self, button: &str, link: &str) -> Option<String> {
        let (page, token) = link.split_once("/checkout?token=").expect("it is the page");
        let pressed = self.http.post(format!("{page}/{button}")).form(&[("token", token)]).send().await;
        let pressed = pressed.expect("it answers");
        (pressed.status() == 303).then(|| pressed.headers()["location"].to_str().expect("it is text").to_owned())
    }
}

async fn inject(
    faults: web::Data<Faults>,
    request: ServiceRequest,
    next: Next<BoxBody>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let Some(call) = Call::of(&request) else { return next.call(request).await };
    faults.asked.send_modify(|asked| *asked.entry(call).or_default() += 1);
    let fault = lock(&faults.queued).get_mut(&call).and_then(VecDeque::pop_front);
    let Some(Fault { is_done, answer }) = fault else { return next.call(request).await };
    let (request, body, status) = if is_done {
        let (request, done) = next.call(request).await?.into_parts();
        let status = done.status();
        (request, to_bytes(done.into_body()).await.unwrap_or_default(), status)
    } else {
        (request.into_parts().0, Bytes::new(), StatusCode::OK)
    };
    let response = match answer {
        Answers::With(status, body) => HttpResponse::build(StatusCode::from_u16(status).expect("it is a status"))
            .insert_header(("retry-after", "7"))
            .content_type("application/json")
            .body(body),
        Answers::Changed(change) => {
            let mut body = serde_json::from_slice(&body).expect("it is JSON");
            change(&mut body);
            HttpResponse::build(status).json(body)
        }
        Answers::HalfOnly => {
            let half = [Ok(Bytes::from_static(b"{\"id\":\"PAYID-")), Err(std::io::Error::other("the cable is cut"))];
            HttpResponse::Ok().body(SizedStream::new(1000, stream::iter(half)).boxed())
        }
        Answers::Never => std::future::pending().await,
    };
    Ok(ServiceResponse::new(request, response))
}

impl Call {
    fn of(request: &ServiceRequest) -> Option<Self> {
        match (request.method().as_str(), request.path().strip_prefix("/simulator/v1/")?) {
            ("POST", "oauth2/token") => Some(Self::Token),
            ("POST", "payments/payment") => Some(Self::Create),
            ("POST", path) if path.ends_with("/execute") => Some(Self::Execute),
            ("GET", _) => Some(Self::LookUp),
            _ => None,
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("nobody panicked")
}
