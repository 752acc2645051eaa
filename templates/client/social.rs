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

{% if let Some(feature) = tools_with -%}
/// The endpoints as tools for a chat model: definitions for a request, and what runs the calls of a reply. Those that are
/// paused are left out, and so are those of platforms whose feature is off.

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
/// Descriptions of all operations, grouped by platform.
pub static OPERATIONS: &[&[&rt::OperationSpec]] = &[
{%- for module in modules %}
    {%- if !embedded %}
    #[cfg(feature = "{{ module.feature }}")]
    {%- endif %}
    {{ module.name }}::OPERATIONS,
{%- endfor %}
];
