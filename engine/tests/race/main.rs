//! The rules of a race, as the room sees them: the table in the design, the wording of each refusal, and random
//! schedules in simulated time (`simulation`).

#![allow(clippy::unwrap_used)]

mod clock;
mod documented;
mod finish;
mod progress;
mod scene;
mod seating;
mod simulation;
