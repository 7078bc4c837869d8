//! One keep-alive connection that makes one call after the other.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Context as _, bail};

/// The longest wait for an answer: longer than a busy server takes to refuse.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A connection to a server.
pub(crate) struct Http {
    address: SocketAddr,
    stream: TcpStream,
    request: Vec<u8>,
    answer: Vec<u8>,
}

impl Http {
    pub(crate) fn connect(address: SocketAddr) -> anyhow::Result<Self> {
        let stream = TcpStream::connect(address).with_context(|| format!("connecting to {address}"))?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        Ok(Self { address, stream, request: Vec::new(), answer: Vec::new() })
    }

    /// Makes a call, and returns the status and the body.
    fn post(&mut self, path: &str, body: &str) -> anyhow::Result<(u16, &[u8])> {
        self.request.clear();
        let length = body.len();
        write!(
            self.request,
            "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}",
            self.address
        )?;
        self.stream.write_all(&self.request)?;
        self.answer.clear();
        let mut chunk = [0; 16 * 1024];
        loop {
            let n = self.stream.read(&mut chunk).with_context(|| format!("reading the answer to {path}"))?;
            if n == 0 {
                bail!("{} closed the connection instead of answering {path}", self.address);
            }
            self.answer.extend_from_slice(&chunk[..n]);
            let Some(head) = self.answer.windows(4).position(|window| window == b"\r\n\r\n") else { continue };
            let (status, length) = read_head(&self.answer[..head])?;
            if self.answer.len() >= head + 4 + length {
                return Ok((status, &self.answer[head + 4..]));
            }
        }
    }

    /// Makes a call that must succeed, and returns its body.
    pub(crate) fn post_ok(&mut self, path: &str, body: &str) -> anyhow::Result<&[u8]> {
        match self.post(path, body)? {
            (200, body) => Ok(body),
            (status, body) => bail!("{path} is answered {status}: {}", String::from_utf8_lossy(body)),
        }
    }
}

/// Returns the body of a page, fetched over a new connection.
pub(crate) fn get(address: SocketAddr, path: &str) -> anyhow::Result<String> {
    let mut stream = TcpStream::connect(address).with_context(|| format!("connecting to {address}"))?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    // HTTP/1.0 has no chunked bodies.
    write!(stream, "GET {path} HTTP/1.0\r\nHost: {address}\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).with_context(|| format!("reading {path} of {address}"))?;
    match answer.split_once("\r\n\r\n") {
        Some((head, body)) if read_status(head) == Some(200) => Ok(body.to_owned()),
        _ => bail!("{path} of {address}: {}", answer.lines().next().unwrap_or("no answer")),
    }
}

fn read_status(head: &str) -> Option<u16> {
    head.split(' ').nth(1)?.parse().ok()
}

/// Returns the status, and the length of the body.
fn read_head(head: &[u8]) -> anyhow::Result<(u16, usize)> {
    let head = std::str::from_utf8(head).context("the head of an answer is text")?;
    let status = read_status(head).context("an answer has a status")?;
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse().ok())?
    });
    Ok((status, length.context("an answer has a length")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_of_an_answer_has_status_and_length() {
        let head = b"HTTP/1.1 429 Too Many Requests\r\nretry-after: 1\r\nContent-Length: 17";
        assert_eq!(read_head(head).expect("it is a head"), (429, 17));
        assert!(read_head(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked").is_err());
    }
}
