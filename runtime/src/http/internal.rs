//! Internal network addresses, which a gateway must not make the client fetch files from.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use reqwest::Url;

use crate::{Error, Result, TransportError, visible};

/// Range that an IP address belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Range {
    Public,
    Loopback,
    Private,
    LinkLocal,
    /// Services of cloud providers for their machines, which return credentials. They are inside of other ranges.
    Metadata,
    Reserved,
}

impl Range {
    fn of(address: IpAddr) -> Self {
        match address {
            IpAddr::V4(address) => Self::of_v4(address),
            IpAddr::V6(address) => Self::of_v6(address),
        }
    }

    fn of_v4(address: Ipv4Addr) -> Self {
        match address.octets() {
            [169, 254, 169, 254] | [169, 254, 170, 2 | 23] | [100, 100, 100, 200] | [192, 0, 0, 192] => Self::Metadata,
            [168, 63, 129, 16] => Self::Metadata,
            [127, ..] => Self::Loopback,
            [10, ..] | [192, 168, ..] | [172, 16..=31, ..] | [100, 64..=127, ..] => Self::Private,
            [169, 254, ..] => Self::LinkLocal,
            // Also 6to4 relays.
            [0 | 224..=255, ..]
            | [192, 0, 0 | 2, _]
            | [192, 88, 99, _]
            | [198, 18 | 19, ..]
            | [198, 51, 100, _]
            | [203, 0, 113, _] => Self::Reserved,
            _ => Self::Public,
        }
    }

    fn of_v6(address: Ipv6Addr) -> Self {
        let v4 = |high: u16, low: u16| Self::of_v4(Ipv4Addr::from((u32::from(high) << 16) | u32::from(low)));
        match address.segments() {
            [0, 0, 0, 0, 0, 0, 0, 1] => Self::Loopback,
            // IPv4 inside IPv6: mapped, compatible, translated, NAT64 and 6to4.
            [0, 0, 0, 0, 0, 0xffff | 0, high, low]
            | [0, 0, 0, 0, 0xffff, 0, high, low]
            | [0x64, 0xff9b, 0, 0, 0, 0, high, low]
            | [0x2002, high, low, ..] => v4(high, low),
            [0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x23 | 0x254] | [0xfd20, 0xce, 0, 0, 0, 0, 0, 0x254] => Self::Metadata,
            [0xfc00..=0xfdff, ..] => Self::Private,
            [0xfe80..=0xfeff, ..] => Self::LinkLocal,
            // Also Teredo, local NAT64 prefixes and segment routing.
            [0xff00..=0xffff, ..]
            | [0x2001, 0 | 0xdb8, ..]
            | [0x64, 0xff9b, 1, ..]
            | [0x5f00, ..]
            | [0x100, 0, 0, 0, ..] => Self::Reserved,
            _ => Self::Public,
        }
    }
}

/// Policy for the addresses that the client downloads files from: public ones, and those next to the base URL.
#[derive(Clone, Debug, Default)]
pub(crate) struct FilePolicy {
    /// True if the caller allows internal addresses.
    allow_internal: bool,
    base_host: Arc<str>,
    /// Range of the base URL, if it has an IP address or is `localhost`.
    base_range: Option<Range>,
}

impl FilePolicy {
    pub(crate) fn new(base_url: &Url, allow_internal: bool) -> Self {
        let base_host = base_url.host_str().unwrap_or_default();
        Self { allow_internal, base_host: base_host.into(), base_range: address(base_url).map(Range::of) }
    }

    /// Checks a URL with an IP address or a name of this machine. Another name is checked when it is resolved.
    pub(crate) fn check(&self, url: &Url) -> Result<()> {
        match address(url) {
            Some(address) if !self.allows(url.host_str().unwrap_or_default(), address) => {
                Err(Error::Request(InternalAddressError { host: address.to_string(), address }.to_string()))
            }
            _ => Ok(()),
        }
    }

    fn allows(&self, host: &str, address: IpAddr) -> bool {
        match Range::of(address) {
            Range::Public => true,
            Range::Metadata => self.allow_internal,
            range => self.allow_internal || self.base_range == Some(range) || *host == *self.base_host,
        }
    }

    /// Returns the addresses of a host that the client may connect to.
    pub(crate) fn filter(&self, host: &str, found: Vec<SocketAddr>) -> Result<Vec<SocketAddr>, InternalAddressError> {
        let refused = found.iter().map(SocketAddr::ip).find(|it| !self.allows(host, *it));
        let allowed: Vec<_> = found.into_iter().filter(|it| self.allows(host, it.ip())).collect();
        match refused {
            Some(address) if allowed.is_empty() => Err(InternalAddressError { host: host.to_owned(), address }),
            _ => Ok(allowed),
        }
    }
}

/// Returns the address of a URL, if it has an IP address or a name of this machine.
fn address(url: &Url) -> Option<IpAddr> {
    let host = url.host_str()?;
    let name = host.trim_end_matches('.');
    if name == "localhost" || name.ends_with(".localhost") {
        return Some(Ipv4Addr::LOCALHOST.into());
    }
    host.trim_start_matches('[').trim_end_matches(']').parse().ok()
}

/// Error of a host that has internal addresses only.
#[derive(Debug)]
pub(crate) struct InternalAddressError {
    host: String,
    address: IpAddr,
}

impl std::fmt::Display for InternalAddressError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "the gateway supplied a URL at `{}`, which is the internal address {}; nothing was fetched; help: allow it \
             with `ClientBuilder::allow_internal_addresses`",
            visible(&self.host),
            self.address
        )
    }
}

impl std::error::Error for InternalAddressError {}

/// Returns the error of a request that was refused while its name was resolved.
pub(crate) fn refusal(error: &TransportError) -> Option<Error> {
    let mut next: Option<&(dyn std::error::Error + 'static)> = Some(&*error.source);
    while let Some(error) = next {
        if let Some(refused) = error.downcast_ref::<InternalAddressError>() {
            return Some(Error::Request(refused.to_string()));
        }
        next = error.source();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(base_url: &str) -> FilePolicy {
        FilePolicy::new(&base_url.parse().expect("a URL"), false)
    }

    #[test]
    fn internal_addresses_of_every_kind_are_refused() {
        let policy = policy("https://gateway.example");
        for internal in [
            "127.0.0.1",
            "127.1.2.3",
            "0.0.0.0",
            "10.0.0.1",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "100.64.0.1",
            "169.254.169.254",
            "192.0.0.192",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "[::1]",
            "[::]",
            "[fc00::1]",
            "[fd00:ec2::254]",
            "[fe80::1]",
            "[fec0::1]",
            "[::ffff:0:a9fe:a9fe]",
            "[64:ff9b:1::a9fe:a9fe]",
            "[2001:0:4136:e378:8000:63bf:3fff:fdd2]",
            "[5f00::1]",
            "192.88.99.1",
            "168.63.129.16",
            "[ff02::1]",
            "[::ffff:10.0.0.1]",
            "[::ffff:169.254.169.254]",
            "[::127.0.0.1]",
            "[64:ff9b::7f00:1]",
            "[2002:7f00:1::]",
            // Other ways to write an IPv4 address, which a URL parser understands.
            "2130706433",
            "0x7f.1",
            "0177.0.0.1",
        ] {
            let url: Url = format!("https://{internal}/clip.mp4").parse().expect("a URL");
            assert!(policy.check(&url).is_err(), "{internal}");
        }
        for public in ["93.184.215.14", "172.32.0.1", "[2606:2800:21f::1]", "[::ffff:93.184.215.14]", "files.example"] {
            let url: Url = format!("https://{public}/clip.mp4").parse().expect("a URL");
            assert!(policy.check(&url).is_ok(), "{public}");
        }
    }

    #[test]
    fn addresses_next_to_the_base_url_are_allowed() {
        let check = |base: &str, url: &str| policy(base).check(&url.parse().expect("a URL")).is_ok();
        assert!(check("http://127.0.0.1:8080", "http://127.0.0.1:9090/clip.mp4"));
        assert!(check("http://localhost:8080", "http://127.0.0.1:9090/clip.mp4"));
        assert!(check("https://10.0.0.1", "https://192.168.0.1/clip.mp4"));
        assert!(!check("https://10.0.0.1", "http://127.0.0.1/clip.mp4"));
        assert!(!check("http://127.0.0.1:8080", "https://169.254.169.254/latest/meta-data"));
        let allowed = FilePolicy::new(&"https://gateway.example".parse().expect("a URL"), true);
        assert!(allowed.check(&"https://10.0.0.1/clip.mp4".parse().expect("a URL")).is_ok());
    }

    #[test]
    fn metadata_addresses_are_refused_next_to_any_base_url() {
        let metadata = ["100.100.100.200", "169.254.169.254", "169.254.170.2", "[fd00:ec2::254]", "[fd20:ce::254]"];
        let mapped = ["[::ffff:100.100.100.200]", "[64:ff9b::a9fe:a9fe]"];
        for base in ["http://10.0.0.5:8080", "https://100.64.0.9", "https://[fd00::1]", "https://169.254.1.1"] {
            for host in metadata.iter().chain(&mapped) {
                let url: Url = format!("http://{host}/latest/meta-data").parse().expect("a URL");
                let base_url: Url = base.parse().expect("a URL");
                assert!(policy(base).check(&url).is_err(), "{base}: {host}");
                assert!(FilePolicy::new(&base_url, true).check(&url).is_ok(), "{base}: {host}");
            }
        }
        // The name of the gateway itself must not lead there either.
        let at = SocketAddr::from(([169, 254, 169, 254], 0));
        assert!(policy("https://gateway.example").filter("gateway.example", vec![at]).is_err());
        // A name of this machine is checked without resolving it.
        for host in ["localhost", "a.localhost", "localhost."] {
            let url = format!("https://{host}/latest").parse().expect("a URL");
            assert!(policy("https://gateway.example").check(&url).is_err(), "{host}");
            assert!(policy("http://127.0.0.1:8080").check(&url).is_ok(), "{host}");
        }
    }

    #[test]
    fn a_name_is_checked_by_its_addresses() {
        let at = |address: &str| SocketAddr::new(address.parse().expect("an address"), 0);
        let policy = policy("https://gateway.example");
        assert_eq!(policy.filter("files.example", vec![at("93.184.215.14")]).ok(), Some(vec![at("93.184.215.14")]));
        // If a name has both, the client connects only to the public address.
        let mixed = vec![at("10.0.0.1"), at("93.184.215.14")];
        assert_eq!(policy.filter("files.example", mixed).ok(), Some(vec![at("93.184.215.14")]));
        let refused = policy.filter("rebound.example", vec![at("169.254.169.254")]).expect_err("it is internal");
        assert!(refused.to_string().contains("`rebound.example`, which is the internal address 169.254.169.254"));
        // The gateway's own host may be internal: the caller has chosen it.
        assert!(policy.filter("gateway.example", vec![at("10.0.0.1")]).is_ok());
    }
}
