//! The address of a client behind proxies, for rate limits.
//!
//! Any client can send `X-Forwarded-For` or `Forwarded`. They count only from a trusted proxy, and of the hops in a list only
//! those that trusted proxies appended.

use std::{
    net::{IpAddr, Ipv6Addr, SocketAddr},
    sync::Arc,
};

use ipnet::IpNet;

/// The unit of rate limits: an IPv4 address, or the /64 of an IPv6 address, since one client has all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClientAddress(pub(super) IpAddr);

impl ClientAddress {
    /// Clients without an address; all of them count as one.
    pub const UNKNOWN: Self = Self(IpAddr::V6(Ipv6Addr::UNSPECIFIED));

    /// The address of a connection or a proxy's header.
    pub(crate) fn from_ip(ip: IpAddr) -> Self {
        match ip.to_canonical() {
            IpAddr::V6(ip) => Self(Ipv6Addr::from_bits(ip.to_bits() >> 64 << 64).into()),
            ip => Self(ip),
        }
    }
}

/// The proxies in front of the gateway whose headers are trusted.
#[derive(Clone, Debug, Default)]
pub struct TrustedProxies {
    networks: Arc<[IpNet]>,
}

impl TrustedProxies {
    /// Trusts the proxies in these networks.
    pub fn new(networks: &[IpNet]) -> Self {
        Self { networks: networks.into() }
    }

    /// The client of a connection: its peer, or the address that the headers of a trusted proxy name. `x_forwarded_for` and
    /// `forwarded` (RFC 7239) are the lines of these headers, in order.
    ///
    /// A proxy writes one of the two and passes the other on as the client sent it. If they disagree, the request counts for
    /// the proxy.
    pub fn client(&self, peer: IpAddr, x_forwarded_for: &[&str], forwarded: &[&str]) -> ClientAddress {
        let peer = peer.to_canonical();
        if !self.trusts(peer) {
            return ClientAddress::from_ip(peer);
        }
        let listed = self.last_untrusted_hop(peer, x_forwarded_for, hop);
        let described = self.last_untrusted_hop(peer, forwarded, hop_of_element);
        match (x_forwarded_for.is_empty(), forwarded.is_empty()) {
            (false, true) => ClientAddress::from_ip(listed),
            (true, false) => ClientAddress::from_ip(described),
            _ if listed == described => ClientAddress::from_ip(listed),
            _ => ClientAddress::from_ip(peer),
        }
    }

    fn trusts(&self, ip: IpAddr) -> bool {
        self.networks.iter().any(|network| network.contains(&ip))
    }

    /// The last hop before the trusted proxies, or the farthest proxy if the list ends there.
    fn last_untrusted_hop(&self, peer: IpAddr, lines: &[&str], hop: impl Fn(&str) -> Option<IpAddr>) -> IpAddr {
        let mut farthest = peer;
        for element in lines.iter().rev().flat_map(|line| line.rsplit(',')) {
            let Some(ip) = hop(element.trim()) else { break };
            farthest = ip.to_canonical();
            if !self.trusts(farthest) {
                break;
            }
        }
        farthest
    }
}

/// An address with or without a port; IPv6 also in brackets.
fn hop(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    bare.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

/// The address in an element of `Forwarded`: `for="[2001:db8::1]:4711";proto=https`.
fn hop_of_element(element: &str) -> Option<IpAddr> {
    let mut pairs = element.split(';').filter_map(|pair| pair.split_once('='));
    let (_, value) = pairs.find(|(name, _)| name.trim().eq_ignore_ascii_case("for"))?;
    hop(value.trim().trim_matches('"'))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{ClientAddress, TrustedProxies};

    fn proxies() -> TrustedProxies {
        TrustedProxies::new(&["10.0.0.0/8".parse().unwrap(), "2001:db8:ffff::/48".parse().unwrap()])
    }

    fn client(peer: &str, x_forwarded_for: &[&str], forwarded: &[&str]) -> String {
        proxies().client(peer.parse().unwrap(), x_forwarded_for, forwarded).0.to_string()
    }

    #[test]
    fn headers_of_an_untrusted_peer_are_ignored() {
        assert_eq!(client("203.0.113.7", &["198.51.100.1"], &["for=198.51.100.1"]), "203.0.113.7");
    }

    #[test]
    fn the_client_is_the_last_hop_before_the_trusted_proxies() {
        for (list, found) in [
            (&[][..], "10.0.0.1"),
            (&["198.51.100.1"], "198.51.100.1"),
            (&["1.1.1.1, 198.51.100.1"], "198.51.100.1"),
            (&["1.1.1.1", "198.51.100.1:4711 , 10.2.3.4"], "198.51.100.1"),
            (&["198.51.100.1, 10.2.3.4", "10.2.3.5"], "198.51.100.1"),
            (&["10.2.3.4"], "10.2.3.4"),
            // An unreadable element ends the list.
            (&["198.51.100.1, unknown, 10.2.3.4"], "10.2.3.4"),
            (&["198.51.100.1, 10.2.3.4,"], "10.0.0.1"),
            (&["[2001:db8:1:2:3:4:5:6]:80"], "2001:db8:1:2::"),
            (&["2001:db8:1:2::9, 2001:db8:ffff::1"], "2001:db8:1:2::"),
            (&["::ffff:198.51.100.1"], "198.51.100.1"),
        ] {
            assert_eq!(client("10.0.0.1", list, &[]), found, "{list:?}");
            assert_eq!(client("::ffff:10.0.0.1", list, &[]), found, "{list:?}");
        }
        for (list, found) in [
            (&["for=198.51.100.1;proto=https"][..], "198.51.100.1"),
            (&["For=\"[2001:db8:1:2::9]:4711\", proto=http;for=10.9.9.9"], "2001:db8:1:2::"),
            (&["for=_hidden"], "10.0.0.1"),
            (&["for=\"1.1.1.1, for=198.51.100.1"], "198.51.100.1"),
        ] {
            assert_eq!(client("10.0.0.1", &[], list), found, "{list:?}");
        }
    }

    #[test]
    fn headers_that_disagree_count_for_the_proxy() {
        assert_eq!(client("10.0.0.1", &["198.51.100.1"], &["for=198.51.100.1"]), "198.51.100.1");
        assert_eq!(client("10.0.0.1", &["198.51.100.1"], &["for=198.51.100.2"]), "10.0.0.1");
    }

    proptest! {
        #[test]
        fn no_header_changes_the_address_of_an_untrusted_peer(
            list in prop::collection::vec(".{0,40}", 0..3),
            last in any::<[u8; 4]>(),
        ) {
            let lines: Vec<&str> = list.iter().map(String::as_str).collect();
            prop_assert_eq!(client("203.0.113.7", &lines, &lines), "203.0.113.7");
            // What a trusted proxy appends to the client's list counts.
            let ip = std::net::IpAddr::from(last);
            prop_assume!(last[0] != 10);
            let added = ip.to_string();
            let all: Vec<&str> = lines.iter().copied().chain([added.as_str()]).collect();
            prop_assert_eq!(proxies().client("10.0.0.1".parse().unwrap(), &all, &[]), ClientAddress::from_ip(ip));
        }
    }
}
