//! What runs in this process, by its target, and how the halves are wired: to each other, or over NATS.

use cluster::{Link, Proxy, ResultSender, ServeError, Services};
use engine::Engine;
use shared::token::TokenReader;

use super::api_half::{ApiBase, ApiHalf};
use crate::settings::{Serve, Settings, Target};
use crate::{keys, link};

/// The parts of a site that run in this process.
pub(super) struct Parts {
    pub(super) engine: Option<Engine>,
    pub(super) api: Option<ApiHalf>,
    /// The connection to other processes.
    pub(super) link: Option<Link>,
    /// What this process answers for others.
    pub(super) services: Option<Services>,
}

/// Starts the parts that the target names.
pub(super) async fn start(settings: &Settings) -> anyhow::Result<Parts> {
    match settings.serve.target {
        Target::All => all(settings).await,
        Target::Api => api(settings).await,
        Target::Engine => engine(&settings.serve).await,
    }
}

/// Both halves, which speak to each other without leaving the process. With NATS they answer other processes too.
async fn all(settings: &Settings) -> anyhow::Result<Parts> {
    let link = link::connect(&settings.serve.processes).await?;
    let base = ApiBase::start(settings)?;
    let links = base.links();
    let engine = start_engine(&settings.serve, links.clone(), base.token_reader());
    let api = base.build(api::Links { open_room: engine.open_room(), take_seat: engine.take_seat() });
    let services = if let Some(link) = &link {
        let mut services = Services::new(link);
        serve_engine(&mut services, &engine).await?;
        serve_api(&mut services, links).await?;
        Some(services)
    } else {
        None
    };
    Ok(Parts { engine: Some(engine), api: Some(api), link, services })
}

/// The api, whose rooms are those of engines elsewhere.
async fn api(settings: &Settings) -> anyhow::Result<Parts> {
    let link = link::connect_needed(&settings.serve.processes).await?;
    let base = ApiBase::start(settings)?;
    let mut services = Services::new(&link);
    serve_api(&mut services, base.links()).await?;
    let api = base.build(api::Links { open_room: Proxy::start(&link), take_seat: Proxy::start(&link) });
    Ok(Parts { engine: None, api: Some(api), link: Some(link), services: Some(services) })
}

/// The engine, whose texts come from apis elsewhere, and whose results go there.
async fn engine(serve: &Serve) -> anyhow::Result<Parts> {
    let link = link::connect_needed(&serve.processes).await?;
    let tokens = keys::load_public(&serve.processes)?;
    let links = engine::Links { draw_text: Proxy::start(&link), record_result: ResultSender::start(&link) };
    let engine = start_engine(serve, links, tokens);
    let mut services = Services::new(&link);
    serve_engine(&mut services, &engine).await?;
    Ok(Parts { engine: Some(engine), api: None, link: Some(link), services: Some(services) })
}

/// Answers for other processes what an engine is asked.
async fn serve_engine(services: &mut Services, engine: &Engine) -> Result<(), ServeError> {
    services.answer(engine.open_room()).await?;
    services.answer(engine.take_seat()).await
}

/// Answers for other processes what an api is asked.
async fn serve_api(services: &mut Services, links: engine::Links) -> Result<(), ServeError> {
    services.record_results(links.record_result);
    services.answer(links.draw_text).await
}

fn start_engine(serve: &Serve, links: engine::Links, tokens: TokenReader) -> Engine {
    let settings = engine::Settings {
        waiting: serve.waiting,
        countdown: serve.countdown,
        room_capacity: usize::from(serve.room_capacity),
        ping_interval: serve.ping_interval,
        ping_timeout: serve.ping_timeout,
        max_connections: serve.max_connections,
        max_connections_per_address: serve.connections_per_address,
        packets_per_second: serve.packets_per_second,
        sockets_per_user: usize::from(serve.sockets_per_user),
        rooms_per_user: usize::from(serve.rooms_per_user),
        trusted_proxies: serve.trusted_proxies(),
        allowed_origins: serve.allowed_origins(),
    };
    Engine::start(settings, links, tokens)
}
