//! The threads over which rooms are spread.

use actix::{Actor, Addr, ArbiterHandle, Context};

/// The threads that run actors in turn. They are the threads that serve HTTP, so that a room and the sockets of its
/// racers often share one. Each joins when it starts; until the first has, actors run on the thread that starts them.
#[derive(Default)]
pub(super) struct Threads {
    arbiters: Vec<ArbiterHandle>,
    next: usize,
}

impl Threads {
    pub(super) fn join(&mut self, thread: ArbiterHandle) {
        self.arbiters.push(thread);
    }

    /// Makes an actor on the next thread and starts it.
    pub(super) fn start<A>(&mut self, make: impl FnOnce() -> A + Send + 'static) -> Addr<A>
    where
        A: Actor<Context = Context<A>>,
    {
        if self.arbiters.is_empty() {
            return make().start();
        }
        self.next = (self.next + 1) % self.arbiters.len();
        A::start_in_arbiter(&self.arbiters[self.next], move |_| make())
    }
}
