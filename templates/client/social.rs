// {{ header }}
{% if !embedded %}
//! Social data: a module for each platform.
{% endif %}
use gatewright_runtime as rt;
{% for module in modules %}
/// {{ module.about }}
{%- if !embedded %}
#[cfg(feature = "{{ module.feature }}")]
{%- endif %}
pub mod {{ module.name }};
{%- if let Some(alias) = module.alias %}
/// Renamed to [`{{ module.name }}`].
{%- if !embedded %}
#[cfg(feature = "{{ module.feature }}")]
{%- endif %}
#[deprecated = "renamed to `{{ module.name }}`"]
pub mod {{ alias }} {
    pub use super::{{ module.name }}::*;
}
{%- endif %}
{%- endfor %}

/// A request to the endpoint `E`, begun by a function of its platform.
#[must_use = "a request does nothing until it is sent"]
pub struct Request<E>(rt::Call, std::marker::PhantomData<fn() -> E>);

impl<E> Request<E> {
    /// Gives a parameter that the catalog does not know yet.
    pub fn extra(self, name: &str, value: impl Into<rt::ParamValue>) -> Self {
        Self(self.0.with(name.to_owned(), value), self.1)
    }

    /// Changes time limits, size limits and retries for this request.
    pub fn settings(self, change: impl FnOnce(&mut rt::Settings)) -> Self {
        Self(self.0.settings(change), self.1)
    }

    /// All pages; `next` finds the parameters of the next one in a page, or says that there is none.
    pub fn pages_by(self, next: impl FnMut(&rt::SocialResult) -> Option<rt::Params> + Send + 'static) -> rt::Pages {
        self.0.pages_by(next)
    }

    /// The HTTP request as it would be sent, without the key.
    pub fn request(&self) -> rt::Result<rt::HttpRequest> {
        self.0.request()
    }

    /// Sends the request.
    pub fn send(self) -> rt::Sending {
        self.0.send()
    }
}

impl<E: rt::Paged> Request<E> {
    /// All pages, one call each, sent when they are asked for.
    pub fn pages(self) -> rt::Pages {
        self.0.pages(E::PAGING)
    }
}

impl<E> Clone for Request<E> {
    fn clone(&self) -> Self {
        Self(self.0.clone(), self.1)
    }
}

impl<E> std::fmt::Debug for Request<E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Request").field(&self.0).finish()
    }
}

{% if let Some(feature) = tools_with -%}
/// The endpoints as tools for a chat model: definitions for a request, and what runs the calls of a reply. Those that are
/// paused are left out, and so are those of platforms whose feature is off.

{%- if embedded %}
pub fn tools() -> rt::SocialTools {
    rt::SocialTools::new(include_str!("../openapi.json"), LISTINGS)
}
{%- else %}
///
/// ```
/// let tools = {{ library }}::social::tools();
/// assert!(!tools.definitions().is_empty());
/// ```
#[cfg(feature = "{{ feature }}")]
pub fn tools() -> rt::SocialTools {
    rt::SocialTools::new(include_str!("../../openapi.json"), LISTINGS)
}
{%- endif %}

{% endif -%}
/// What the catalog said of each endpoint when this client was generated, platform by platform.
pub const LISTINGS: &[&[rt::Listing]] = &[
{%- for module in modules %}
    {%- if !embedded %}
    #[cfg(feature = "{{ module.feature }}")]
    {%- endif %}
    {{ module.name }}::LISTINGS,
{%- endfor %}
];
