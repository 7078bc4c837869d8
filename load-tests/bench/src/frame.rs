//! WebSocket frames as a client writes and reads them (RFC 6455, section 5.2), without a copy or an allocation per
//! frame.

/// The opcode of a text frame.
pub(crate) const TEXT: u8 = 0x1;
/// The frame that ends a WebSocket.
pub(crate) const CLOSE: u8 = 0x8;
/// A ping of the WebSocket itself, which is not the ping of Engine.IO.
pub(crate) const PING: u8 = 0x9;
/// The answer to a ping of the WebSocket.
pub(crate) const PONG: u8 = 0xA;

const FIN: u8 = 0x80;
const MASKED: u8 = 0x80;
/// Lengths from here on take two bytes.
const LENGTH_16: u8 = 126;
/// Lengths from here on take eight bytes.
const LENGTH_64: u8 = 127;
/// A client masks its frames. Any key will do: masking protects proxies from scripts, and there are neither here.
const MASK: [u8; 4] = [0x5A, 0xC3, 0x96, 0x0F];

/// A frame from the server.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Frame<'a> {
    pub(crate) opcode: u8,
    pub(crate) payload: &'a [u8],
}

/// The error for a frame that no server of this benchmark sends.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum UnreadableFrame {
    #[error("a frame in several fragments")]
    Fragmented,
    #[error("a masked frame from a server")]
    Masked,
}

/// Appends a frame with `payload` to `out`.
pub(crate) fn write(out: &mut Vec<u8>, opcode: u8, payload: &[u8]) {
    out.push(FIN | opcode);
    match (u8::try_from(payload.len()), u16::try_from(payload.len())) {
        (Ok(length @ ..LENGTH_16), _) => out.push(MASKED | length),
        (_, Ok(length)) => {
            out.push(MASKED | LENGTH_16);
            out.extend(length.to_be_bytes());
        }
        _ => {
            out.push(MASKED | LENGTH_64);
            out.extend((payload.len() as u64).to_be_bytes());
        }
    }
    out.extend(MASK);
    out.extend(payload.iter().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask));
}

/// Returns the frame at the start of `bytes` and its length in bytes; `None` while it is not complete.
pub(crate) fn read(bytes: &[u8]) -> Result<Option<(Frame<'_>, usize)>, UnreadableFrame> {
    let [first, second, rest @ ..] = bytes else { return Ok(None) };
    if first & FIN == 0 {
        return Err(UnreadableFrame::Fragmented);
    }
    if second & MASKED != 0 {
        return Err(UnreadableFrame::Masked);
    }
    let (length, rest) = match *second {
        LENGTH_16 => match rest.split_first_chunk::<2>() {
            Some((length, rest)) => (usize::from(u16::from_be_bytes(*length)), rest),
            None => return Ok(None),
        },
        LENGTH_64 => match rest.split_first_chunk::<8>() {
            Some((length, rest)) => (u64::from_be_bytes(*length) as usize, rest),
            None => return Ok(None),
        },
        length => (usize::from(length), rest),
    };
    let Some(payload) = rest.get(..length) else { return Ok(None) };
    let taken = bytes.len() - rest.len() + length;
    Ok(Some((Frame { opcode: first & 0x0F, payload }, taken)))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// Returns the frame that a server would send: the same, unmasked.
    fn from_server(payload: &[u8]) -> Vec<u8> {
        let mut masked = Vec::new();
        write(&mut masked, TEXT, payload);
        let header = masked.len() - payload.len() - MASK.len();
        let mut bytes = masked[..header].to_vec();
        bytes[1] &= !MASKED;
        bytes.extend(masked[header + MASK.len()..].iter().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask));
        bytes
    }

    #[test]
    fn frames_of_every_length_are_read_as_they_were_written() {
        for length in [0, 1, 125, 126, 127, 65_535, 65_536] {
            let payload = vec![b'x'; length];
            let mut bytes = from_server(&payload);
            let all = bytes.len();
            bytes.extend(b"more");
            assert_eq!(read(&bytes).unwrap(), Some((Frame { opcode: TEXT, payload: &payload }, all)), "{length}");
        }
    }

    #[test]
    fn an_incomplete_frame_is_not_read() {
        let bytes = from_server(&[b'x'; 300]);
        for cut in 0..bytes.len() {
            assert_eq!(read(&bytes[..cut]), Ok(None), "{cut}");
        }
    }

    #[test]
    fn a_frame_that_no_server_sends_is_an_error() {
        assert_eq!(read(&[TEXT, 0]), Err(UnreadableFrame::Fragmented));
        assert_eq!(read(&[FIN | TEXT, MASKED, 0, 0, 0, 0]), Err(UnreadableFrame::Masked));
    }
}
