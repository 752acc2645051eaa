//! Resolver of host names for file downloads.

use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use crate::http::outbound::Outbound;

/// Resolver of host names for file downloads. reqwest connects to the addresses that it returns, so that a name cannot lead
/// elsewhere after the check.
pub(super) struct FileResolver;

impl Resolve for FileResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let (host, policy) = Outbound::current().and_then(|it| it.file_target()).unzip();
        // The caller has chosen the proxy, which may have any address.
        let is_proxy = host.is_some_and(|it| *it != *name.as_str());
        // Only public addresses are allowed if the policy is unknown.
        let policy = policy.unwrap_or_default();
        Box::pin(async move {
            let found: Vec<_> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            let allowed = if is_proxy { found } else { policy.filter(name.as_str(), found)? };
            Ok(Box::new(allowed.into_iter()) as Addrs)
        })
    }
}
