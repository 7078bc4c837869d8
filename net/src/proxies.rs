//! The client address of a request that may have passed through trusted proxies.
//!
//! Each proxy appends the address of its own peer to a header. Any earlier entry may come from the client itself. So
//! the list is read from its end, as long as the proxy that wrote an entry is trusted.

use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use clap::ValueEnum;
use ipnet::IpNet;

/// The proxies that may set the client address, and the header in which they do. The default trusts no proxy.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrustedProxies {
    /// The addresses of the proxies.
    pub networks: Vec<ProxyNetwork>,
    /// The header that the proxies write. Only one, because a proxy forwards the other one as the client wrote it.
    pub header: ForwardedHeader,
}

/// The addresses of some proxies: a network (`10.0.0.0/8`), or one address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProxyNetwork(IpNet);

/// The error for a text that is neither an address nor a network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected an address or a network such as 10.0.0.0/8")]
pub struct InvalidNetwork;

/// A header in which a proxy names the address of its peer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum ForwardedHeader {
    /// List of addresses, as most proxies write it.
    #[default]
    XForwardedFor,
    /// List of parameters such as for=192.0.2.7 (RFC 7239).
    Forwarded,
}

impl ForwardedHeader {
    /// Returns the name of the header, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::XForwardedFor => "x-forwarded-for",
            Self::Forwarded => "forwarded",
        }
    }

    /// Returns the address in one element of the header.
    fn read(self, element: &str) -> Option<IpAddr> {
        match self {
            Self::XForwardedFor => address(element.trim()),
            Self::Forwarded => element.split(';').find_map(|pair| {
                let (name, value) = pair.split_once('=')?;
                name.trim().eq_ignore_ascii_case("for").then(|| address(value.trim().trim_matches('"')))?
            }),
        }
    }
}

impl TrustedProxies {
    /// Returns the client address of a request: `peer`, or, when `peer` is a trusted proxy, the last address before it
    /// that is not. `values` are the values of the header, in request order.
    pub fn client<'a>(&self, peer: IpAddr, values: impl Iterator<Item = &'a [u8]>) -> IpAddr {
        // A value that is not text is not an address either.
        let values: Vec<_> = values.map(|value| str::from_utf8(value).unwrap_or_default()).collect();
        let mut elements = values.iter().rev().flat_map(|value| value.rsplit(','));
        let mut client = peer.to_canonical();
        while self.trusts(client) {
            // If a proxy hides its peer, the proxy itself counts as the client.
            let Some(before) = elements.next().and_then(|element| self.header.read(element)) else { break };
            client = before;
        }
        client
    }

    fn trusts(&self, address: IpAddr) -> bool {
        self.networks.iter().any(|network| network.0.contains(&address))
    }
}

impl FromStr for ProxyNetwork {
    type Err = InvalidNetwork;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let network = text.parse().or_else(|_| text.parse::<IpAddr>().map(|address| address.to_canonical().into()));
        network.map(Self).map_err(|_| InvalidNetwork)
    }
}

/// Reads an address, with or without a port, IPv6 with or without brackets.
fn address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let address = bare.parse().or_else(|_| text.parse::<SocketAddr>().map(|address| address.ip()));
    address.map(|address| address.to_canonical()).ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn proxies(header: ForwardedHeader, networks: &[&str]) -> TrustedProxies {
        TrustedProxies { networks: networks.iter().map(|network| network.parse().unwrap()).collect(), header }
    }

    fn client(proxies: &TrustedProxies, peer: &str, values: &[&str]) -> String {
        proxies.client(peer.parse().unwrap(), values.iter().map(|value| value.as_bytes())).to_string()
    }

    #[test]
    fn the_header_of_an_untrusted_peer_is_ignored() {
        for trusted in [TrustedProxies::default(), proxies(ForwardedHeader::XForwardedFor, &["10.0.0.0/8"])] {
            assert_eq!(client(&trusted, "192.0.2.1", &["198.51.100.7"]), "192.0.2.1");
        }
    }

    #[test]
    fn the_client_is_the_last_untrusted_address() {
        let trusted = proxies(ForwardedHeader::XForwardedFor, &["10.0.0.0/8", "2001:db8::1"]);
        let cases: [(&str, &[&str], &str); 10] = [
            ("10.0.0.1", &["198.51.100.7"], "198.51.100.7"),
            ("10.0.0.1", &["1.1.1.1, 198.51.100.7"], "198.51.100.7"),
            ("10.0.0.1", &["1.1.1.1", "198.51.100.7 , 10.9.9.9"], "198.51.100.7"),
            ("2001:db8::1", &["198.51.100.7"], "198.51.100.7"),
            ("::ffff:10.0.0.1", &["2001:db8:5::5"], "2001:db8:5::5"),
            ("10.0.0.1", &["198.51.100.7:4711"], "198.51.100.7"),
            ("10.0.0.1", &["[2001:db8:5::5]:4711"], "2001:db8:5::5"),
            ("10.0.0.1", &[], "10.0.0.1"),
            ("10.0.0.1", &["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
            ("10.0.0.1", &["1.1.1.1, unknown, 10.0.0.2"], "10.0.0.2"),
        ];
        for (peer, values, expected) in cases {
            assert_eq!(client(&trusted, peer, values), expected, "{peer} {values:?}");
        }
    }

    #[test]
    fn the_header_of_rfc_7239_is_read_if_chosen() {
        let trusted = proxies(ForwardedHeader::Forwarded, &["10.0.0.0/8"]);
        let cases = [
            ("for=1.1.1.1, for=198.51.100.7;proto=https;by=10.0.0.1", "198.51.100.7"),
            ("proto=https;For=\"[2001:db8:5::5]:4711\"", "2001:db8:5::5"),
            ("for=_hidden", "10.0.0.1"),
            ("198.51.100.7", "10.0.0.1"),
        ];
        for (value, expected) in cases {
            assert_eq!(client(&trusted, "10.0.0.1", &[value]), expected, "{value}");
        }
    }

    #[test]
    fn a_network_is_an_address_with_or_without_a_prefix_length() {
        for good in ["10.0.0.0/8", "192.0.2.1", "2001:db8::/32", "::1", " 127.0.0.1 "] {
            assert!(good.parse::<ProxyNetwork>().is_ok(), "{good}");
        }
        for bad in ["", "10.0.0.0/33", "proxy.example", "10.0.0", "10.0.0.0-10.0.0.9"] {
            assert_eq!(bad.parse::<ProxyNetwork>(), Err(InvalidNetwork), "{bad}");
        }
    }
}
