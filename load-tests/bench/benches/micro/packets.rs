//! Writing, queuing and reading events.

use std::hint::black_box;

use criterion::Criterion;
use futures_util::FutureExt as _;
use serde_json::json;
use shared::Percent;
use shared::wire::{ClientMessage, Progress};
use socketio::{Encoded, Socket};

/// The number of racers that receive a racer's progress in a full room.
const RECIPIENTS: usize = 4;

pub(crate) fn measure(criterion: &mut Criterion) {
    let progress = Progress { username: "racer-00001-2".to_owned(), completed: Percent::ALL };
    let mut group = criterion.benchmark_group("packets");
    group.bench_function("write and frame a typing event", |bencher| {
        bencher.iter(|| Encoded::event("typing", black_box(&progress)));
    });
    group.bench_function("queue a typing event for four recipients and take it out", |bencher| {
        let event = Encoded::event("typing", &progress);
        let mut clients: Vec<_> = (0..RECIPIENTS).map(|_| Socket::detached()).collect();
        bencher.iter(|| {
            for (socket, _) in &clients {
                socket.send(&event);
            }
            // Each client reads its packets back: the client's half of the work.
            for (_, events) in &mut clients {
                black_box(events.next().now_or_never());
            }
        });
    });
    group.bench_function("queue a typing event and read the packet back", |bencher| {
        let (socket, mut events) = Socket::detached();
        let event =
            Encoded::event("typing", &json!({"completed": 42, "code": "k3f9wq2m", "username": "racer-00001-2"}));
        bencher.iter(|| {
            socket.send(&event);
            black_box(events.next().now_or_never())
        });
    });
    group.bench_function("read the payload of a typing event", |bencher| {
        let payload = r#"{"completed":42,"code":"k3f9wq2m","username":"racer-00001-2"}"#;
        bencher.iter(|| ClientMessage::read("typing", black_box(payload)));
    });
    group.finish();
}
