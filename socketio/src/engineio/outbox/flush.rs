//! The flush of pushed packets to their WebSockets: at the end of the turn, for all connections together.
//!
//! A turn of a thread reads packets, lets sessions handle them, and then writes. Waking a task per recipient costs more
//! than the write itself, so one task flushes all outboxes that received packets. All packets pushed to one outbox in a
//! turn leave in one write.

use std::{cell::RefCell, mem, sync::Arc};

use actix::Arbiter;

use super::Outbox;

thread_local! {
    static DUE: RefCell<Vec<Arc<Outbox>>> = const { RefCell::new(Vec::new()) };
}

/// Schedules a flush of `outbox` for when all tasks that are ready on this thread have run.
pub(super) fn soon(outbox: Arc<Outbox>) {
    let is_first = DUE.with_borrow_mut(|due| {
        due.push(outbox);
        due.len() == 1
    });
    if !is_first {
        return;
    }
    if Arbiter::try_current().is_some() {
        actix::spawn(async { flush_all() });
    } else {
        // There are no turns on this thread.
        flush_all();
    }
}

fn flush_all() {
    let mut due = DUE.with_borrow_mut(mem::take);
    due.drain(..).for_each(|outbox| outbox.flush());
    // The list keeps its memory for the next turn.
    DUE.with_borrow_mut(|next| {
        if next.is_empty() {
            *next = due;
        }
    });
}
