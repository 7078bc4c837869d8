//! The list of races that can be watched.

use std::time::Duration;

use shared::messages::{ListRaces, OpenRace, OpenRacePhase, RaceOf, Races};
use shared::{Language, RoomCode, UserId};
use tokio::time::sleep;

use super::Scene;
use crate::testing::LEAVE;

impl Scene {
    async fn races(&self) -> Races {
        self.lobby.send(ListRaces {}).await.expect("the lobby lives").expect("a list")
    }

    async fn race_of(&self, user: i64) -> Option<RoomCode> {
        self.lobby.send(RaceOf { user: UserId(user) }).await.expect("the lobby lives").expect("an answer")
    }
}

#[actix::test]
async fn a_public_race_is_listed_with_company_and_shown_while_it_runs() {
    let scene = Scene::open();
    let code = scene.public().await;
    let _ana = scene.enter(code, 1).await;
    assert_eq!(scene.races().await, Races::default(), "nobody races alone");
    let _bo = scene.enter(code, 2).await;
    let waiting = OpenRace { code, language: Language::English, racers: 2, phase: OpenRacePhase::Waiting };
    assert_eq!(scene.races().await, Races { featured: None, races: vec![waiting] });
    sleep(Duration::from_secs(35)).await;
    let Races { featured, races } = scene.races().await;
    assert_eq!((featured, races.len()), (Some(code), 1));
    let OpenRacePhase::Running { ms, .. } = races[0].phase else { panic!("it runs: {races:?}") };
    assert!((4000..6000).contains(&ms), "{ms} ms since the start");
    sleep(Duration::from_secs(600)).await;
    assert_eq!(scene.races().await, Races::default(), "it is over");
}

#[actix::test]
async fn a_private_race_is_neither_listed_nor_found_by_its_racer() {
    let scene = Scene::open();
    let code = scene.private().await;
    let _tabs = [scene.enter(code, 1).await, scene.enter(code, 2).await];
    for _ in 0..2 {
        assert_eq!((scene.races().await, scene.race_of(1).await), (Races::default(), None));
        sleep(Duration::from_secs(35)).await;
    }
}

#[actix::test]
async fn the_race_of_a_user_is_the_one_that_runs_or_else_waits() {
    let scene = Scene::open();
    let running = scene.public().await;
    let ana = scene.enter(running, 1).await;
    assert_eq!(scene.race_of(1).await, Some(running));
    sleep(Duration::from_secs(31)).await;
    let waiting = scene.public().await;
    let _other = scene.enter(waiting, 1).await;
    assert_eq!(scene.race_of(1).await, Some(running), "not the one that waits");
    assert_eq!(scene.race_of(2).await, None);
    scene.send(running, 1, &ana, LEAVE).await;
    sleep(Duration::from_secs(60)).await;
    assert_eq!(scene.race_of(1).await, Some(waiting));
}
