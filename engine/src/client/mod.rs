//! The language between the engine and a client's socket: commands of the client, events and answers to them, and
//! refusals. Session, lobby and room speak it; nothing here knows them.

mod command;
mod refusal;

pub(crate) use command::{RoomCommand, WatchCommand, WatcherId};
pub(crate) use refusal::{ErrorAnswer, Refusal, emit, fault, refuse, turn_away};
