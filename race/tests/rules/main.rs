//! The rules of a race as the room calls them, the documentation of every event and refusal, and random schedules in
//! simulated time (`simulation`).

#![allow(clippy::unwrap_used)]

mod clock;
mod events;
mod finish;
mod friends;
mod near_finish;
mod order;
mod progress;
mod replay;
mod scene;
mod seating;
mod simulation;
