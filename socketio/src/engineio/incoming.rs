//! The packets from a WebSocket.

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

use futures_util::Stream;
use tokio::net::tcp::OwnedReadHalf;

use super::{
    codec::{self, FromClient},
    outbox::Outbox,
    packet::Packet,
    reason::DisconnectReason,
};
use crate::{
    Settings,
    metrics::Meters,
    rate_limit::RateLimit,
    websocket::{Incoming, Message, Violation},
};

/// The stream of packets from a WebSocket. An error is the last item, with the reason for the end.
pub(super) struct Packets {
    incoming: Incoming,
    /// The size of the largest message once the client is confirmed, unless it applies already.
    max_confirmed: Option<usize>,
    io: OwnedReadHalf,
    outbox: Arc<Outbox>,
    meters: Arc<Meters>,
}

impl Packets {
    pub(super) fn new(
        incoming: Incoming,
        io: OwnedReadHalf,
        outbox: &Arc<Outbox>,
        settings: &Settings,
        meters: &Arc<Meters>,
    ) -> Self {
        let incoming = incoming.at(RateLimit::of(settings.packets_per_second, settings.packet_burst));
        let max_confirmed = Some(settings.max_payload);
        Self { incoming, max_confirmed, io, outbox: Arc::clone(outbox), meters: Arc::clone(meters) }
    }

    /// Reads the client's side of an upgrade: a probe, then the packet to upgrade. Returns true if both arrived.
    pub(super) async fn take_over(&mut self) -> bool {
        while let Some(Ok(message)) = self.incoming.next(&mut self.io).await {
            let is_allowed = match message {
                Message::Text(text) => match codec::read_packet(text) {
                    Ok(FromClient::Probe) => self.outbox.probe(),
                    Ok(FromClient::Upgrade) => return self.outbox.upgrade(),
                    _ => false,
                },
                Message::Ping(_) | Message::Pong => true,
                Message::Binary(_) | Message::Close(_) => false,
            };
            if !is_allowed {
                return false;
            }
        }
        false
    }

    fn packet(&self, message: Result<Message, Violation>) -> Option<Result<FromClient, DisconnectReason>> {
        let packet = match message {
            Ok(Message::Text(text)) => match codec::read_packet(text) {
                Ok(packet) => packet,
                Err(malformed) => {
                    tracing::debug!(%malformed, "packet refused");
                    return Some(Err(DisconnectReason::Malformed));
                }
            },
            Ok(Message::Binary(bytes)) => FromClient::Binary(bytes),
            Ok(Message::Ping(data)) => {
                self.outbox.push(&[Packet::pong_frame(&data)]);
                return None;
            }
            Ok(Message::Pong) => return None,
            Ok(Message::Close(_)) => return Some(Err(DisconnectReason::ClosedByClient)),
            Err(violation) => {
                tracing::debug!(%violation, "frame refused");
                return Some(Err(violation.into()));
            }
        };
        self.meters.packets_in.increment(1);
        self.meters.bytes_in.increment(packet.len() as u64);
        Some(Ok(packet))
    }
}

impl Stream for Packets {
    type Item = Result<FromClient, DisconnectReason>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let packets = self.get_mut();
        if let Some(max) = packets.max_confirmed.take_if(|_| packets.outbox.is_confirmed()) {
            packets.incoming.allow(max);
        }
        while let Some(message) = ready!(packets.incoming.poll_next(&mut packets.io, cx)) {
            if let Some(packet) = packets.packet(message) {
                return Poll::Ready(Some(packet));
            }
        }
        Poll::Ready(None)
    }
}

impl From<Violation> for DisconnectReason {
    fn from(violation: Violation) -> Self {
        match violation {
            Violation::Protocol(_) => Self::Malformed,
            Violation::NotUtf8 => Self::NotUtf8,
            Violation::TooLarge => Self::TooLarge,
            Violation::TooFast => Self::Flooding,
        }
    }
}
