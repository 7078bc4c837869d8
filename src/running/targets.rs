//! The parts that run in this process, as selected by the target, and their connection: direct, or over NATS.

use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::Context as _;
use cluster::{Link, Proxy, ResultSender, Role, Rooms, ServeError, Services};
use engine::Engine;
use engine::peers::Peers;
use engine::store::{DiskStore, RoomStore};
use net::origin::Origin;

use super::api_half::{ApiHalf, Mounted};
use crate::settings::{Serve, Settings, Target};
use crate::{keys, link};

/// The snapshots of rooms, in the data directory.
const ROOMS_FILE: &str = "rooms.redb";

/// The parts of a site that run in this process.
pub(super) struct Parts {
    pub(super) engine: Option<Engine>,
    pub(super) api: Option<ApiHalf>,
    /// The api for HTTP, connected to the engine.
    pub(super) mounted: Option<Mounted>,
    /// The connection to other processes.
    pub(super) link: Option<Link>,
    /// The rooms of all engines, if this process is one of several.
    pub(super) rooms: Option<Rooms>,
}

pub(super) async fn start(settings: &Settings, address: SocketAddr, public_url: &Origin) -> anyhow::Result<Parts> {
    match settings.serve.target {
        Target::All => all(settings, address, public_url).await,
        Target::Api => api(settings, address, public_url).await,
        Target::Engine => engine(&settings.serve).await,
    }
}

/// Starts both halves, connected within the process.
async fn all(settings: &Settings, address: SocketAddr, public_url: &Origin) -> anyhow::Result<Parts> {
    let processes = &settings.serve.processes;
    let link = match link::servers(processes)? {
        Some(servers) => Some(link::connect(&servers, &processes.nats, Role::Both).await?),
        None => None,
    };
    let rooms = match &link {
        Some(link) => Some(open_rooms(link).await?),
        None => None,
    };
    let half = ApiHalf::start(settings, address, public_url)?;
    let store: Arc<dyn RoomStore> = match &rooms {
        Some(rooms) => Arc::new(rooms.clone()),
        None => Arc::new(DiskStore::open(&settings.data.data_dir.join(ROOMS_FILE)).context(ROOMS_FILE)?),
    };
    let links = engine::Links { rooms: Some(store), peers: peers(rooms.as_ref()), ..half.links() };
    let engine = Engine::start(settings.serve.engine(), links, half.api.token_reader());
    let mounted = half.mounted(api::Links {
        open_room: engine.open_room_recipient(),
        take_seat: engine.take_seat_recipient(),
        begin_race: engine.begin_race_recipient(),
        remove_racer: engine.remove_racer_recipient(),
        list_races: engine.list_races_recipient(),
        race_of: engine.race_of_recipient(),
    });
    Ok(Parts { engine: Some(engine), api: Some(half), mounted: Some(mounted), link, rooms })
}

/// Starts the api; its rooms are on engines in other processes.
async fn api(settings: &Settings, address: SocketAddr, public_url: &Origin) -> anyhow::Result<Parts> {
    let processes = &settings.serve.processes;
    let link = link::connect(&link::needed_servers(processes)?, &processes.nats, Role::Api).await?;
    let half = ApiHalf::start(settings, address, public_url)?;
    let proxy = Proxy::start(&link);
    let mounted = half.mounted(api::Links {
        open_room: proxy.clone().recipient(),
        take_seat: proxy.clone().recipient(),
        begin_race: proxy.clone().recipient(),
        remove_racer: proxy.clone().recipient(),
        list_races: proxy.clone().recipient(),
        race_of: proxy.clone().recipient(),
    });
    Ok(Parts { engine: None, api: Some(half), mounted: Some(mounted), link: Some(link), rooms: None })
}

/// Starts the engine; its texts come from apis in other processes, and its results go there.
async fn engine(serve: &Serve) -> anyhow::Result<Parts> {
    let servers = link::needed_servers(&serve.processes)?;
    let tokens = keys::load_public(&serve.processes)?;
    let link = link::connect(&servers, &serve.processes.nats, Role::Engine).await?;
    let rooms = open_rooms(&link).await?;
    let proxy = Proxy::start(&link);
    let links = engine::Links {
        draw_text: proxy.clone().recipient(),
        record_result: ResultSender::start(&link),
        list_revocations: proxy.clone().recipient(),
        rooms: Some(Arc::new(rooms.clone())),
        peers: peers(Some(&rooms)),
    };
    let engine = Engine::start(serve.engine(), links, tokens);
    Ok(Parts { engine: Some(engine), api: None, mounted: None, link: Some(link), rooms: Some(rooms) })
}

async fn open_rooms(link: &Link) -> anyhow::Result<Rooms> {
    Rooms::open(link)
        .await
        .context("NATS_URL: the server cannot store rooms; turn on JetStream there (nats-server -js), and use the login of an engine")
}

fn peers(rooms: Option<&Rooms>) -> Option<Arc<dyn Peers>> {
    rooms.map(|rooms| Arc::new(rooms.clone()) as Arc<dyn Peers>)
}

impl Parts {
    /// Starts to answer other processes, if there is NATS.
    pub(super) async fn serve(&self) -> Result<Option<Services>, ServeError> {
        let Some(link) = &self.link else { return Ok(None) };
        let mut services = Services::new(link);
        if let Some(engine) = &self.engine {
            if let Some(rooms) = &self.rooms {
                rooms.join(engine.switchboard()).await?;
            }
            services.answer(engine.open_room_recipient()).await?;
            services.answer(engine.take_seat_recipient()).await?;
            services.answer(engine.begin_race_recipient()).await?;
            services.answer(engine.remove_racer_recipient()).await?;
            services.answer(engine.list_races_recipient()).await?;
            services.answer(engine.race_of_recipient()).await?;
        }
        if let Some(api) = &self.api {
            let links = api.links();
            services.answer(links.draw_text).await?;
            services.answer(links.list_revocations).await?;
            services.record_results(links.record_result);
        }
        Ok(Some(services))
    }
}
