// {{ header }}
{% if !embedded %}
//! Social data: one module per platform.
{% endif %}
use gatewright_runtime::rt;
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

{% if let Some(feature) = tools_with -%}
/// Returns the endpoints as tools for a chat model: definitions for requests, and execution of the tool calls in replies.
/// Paused endpoints are left out, and so are platforms whose feature is disabled.

{%- if embedded %}
pub fn tools() -> rt::SocialTools {
    rt::SocialTools::new(OPERATIONS)
}
{%- else %}
///
/// ```
/// let tools = {{ library }}::social::tools();
/// assert!(!tools.definitions().is_empty());
/// ```
#[cfg(feature = "{{ feature }}")]
pub fn tools() -> rt::SocialTools {
    rt::SocialTools::new(OPERATIONS)
}
{%- endif %}

{% endif -%}
/// Platforms of this client, with their operations. Platforms whose feature is disabled are left out.
{%- if !embedded %}
///
/// ```
/// for platform in {{ library }}::social::PLATFORMS {
///     for operation in platform.operations {
///         println!("{}: {} ({:?} USD)", operation.id, operation.about, operation.billing.price());
///     }
/// }
/// ```
{%- endif %}
pub static PLATFORMS: &[rt::PlatformSpec] = &[
{%- for module in modules %}
    {%- if !embedded %}
    #[cfg(feature = "{{ module.feature }}")]
    {%- endif %}
    rt::PlatformSpec { key: {{ module.key }}, about: {{ module.summary }}, operations: {{ module.name }}::OPERATIONS },
{%- endfor %}
];

/// Descriptions of all operations, grouped by platform.
pub static OPERATIONS: &[&[&rt::OperationSpec]] = &[
{%- for module in modules %}
    {%- if !embedded %}
    #[cfg(feature = "{{ module.feature }}")]
    {%- endif %}
    {{ module.name }}::OPERATIONS,
{%- endfor %}
];
