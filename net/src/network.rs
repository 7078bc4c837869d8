//! The network of a connection, by which connections are counted.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};

/// The bits of an IPv6 address that a subscriber cannot choose (RFC 6177): a whole /64 counts as one client.
const SUBSCRIBER: u128 = u128::MAX << 64;

/// An IPv4 address, or the network of an IPv6 address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Network(IpAddr);

impl From<IpAddr> for Network {
    fn from(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & SUBSCRIBER)),
            address => address,
        })
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(address: &str) -> Network {
        address.parse::<IpAddr>().expect("an address").into()
    }

    #[test]
    fn all_addresses_of_a_subscriber_are_one_network() {
        assert_eq!(network("2001:db8:1:2::1"), network("2001:db8:1:2:ffff::9"));
        assert_eq!(network("::ffff:192.0.2.1"), network("192.0.2.1"));
        for other in ["2001:db8:1:3::1", "192.0.2.1"] {
            assert_ne!(network("2001:db8:1:2::1"), network(other));
        }
        assert_ne!(network("192.0.2.1"), network("192.0.2.2"));
    }
}
