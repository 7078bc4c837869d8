//! Tokens that are revoked while their sockets are open, at engines without a database.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::processes::{Part, Processes};
use crate::racer::{PASSWORD, Racer, call, sign_up};

/// The longest time that the sockets of a revoked token stay open.
const END_TIMEOUT: Duration = Duration::from_secs(5);

/// The engines on which all versions of the program keep the promise, if the first one runs an earlier version.
const ENGINES: [Part; 2] = [Part::Engine(1), Part::Engine(2)];

/// A racer, and somebody with a copy of their token: sockets at several engines, one of them with the seat.
struct Stolen {
    username: String,
    token: String,
    sockets: Vec<Racer>,
    code: String,
}

impl Stolen {
    async fn of(processes: &Processes, username: &str) -> Self {
        let api = processes.process(Part::Api(0));
        let token = sign_up(api, username).await;
        let mut sockets = Vec::new();
        for engine in ENGINES {
            sockets.push(Racer::connect(processes.process(engine), username.to_owned(), token.clone()).await);
        }
        let code = sockets[0].open_room(api).await;
        sockets[0].enter(api, &code).await;
        Self { username: username.to_owned(), token, sockets, code }
    }

    /// Waits for the end of all sockets after a call that has revoked the token, and checks that it opens no more.
    async fn is_revoked(&mut self, processes: &Processes) {
        let revoked_at = Instant::now();
        for socket in &mut self.sockets {
            assert_eq!(socket.event("fault").await["code"], "not-logged-in");
            socket.closed().await;
        }
        assert!(revoked_at.elapsed() < END_TIMEOUT, "{:?}", revoked_at.elapsed());
        for engine in ENGINES {
            let engine = processes.process(engine);
            let refused = Racer::try_connect(engine, self.username.clone(), self.token.clone()).await;
            assert_eq!(refused.err().expect("it is refused")["data"]["code"], "not-logged-in");
        }
    }
}

async fn call_first_api(processes: &Processes, path: &str, body: Value) -> Value {
    call(processes.process(Part::Api(0)), path, &body).await
}

#[tokio::test]
async fn sockets_of_a_revoked_token_end_on_every_engine() {
    let processes = Processes::start(1, &[]);
    let mut stolen = Stolen::of(&processes, "ana").await;
    let new = "motmot under the waterfall";
    let change = json!({"token": stolen.token, "oldPassword": PASSWORD, "newPassword": new, "confirmPassword": new});
    let changed = call_first_api(&processes, "/api/account/changepassword", change).await;
    stolen.is_revoked(&processes).await;
    let token = changed["token"].as_str().expect("a token").to_owned();
    let mut owner = Racer::connect(processes.process(ENGINES[1]), stolen.username, token).await;
    owner.enter(processes.process(Part::Api(0)), &stolen.code).await;

    let mut stolen = Stolen::of(&processes, "boo").await;
    let deletion = json!({"token": stolen.token, "confirmationText": "IRREVERSIBLE"});
    call_first_api(&processes, "/api/deleteaccount", deletion).await;
    stolen.is_revoked(&processes).await;
}
