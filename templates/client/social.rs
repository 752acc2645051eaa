// {{ header }}
{% if !embedded %}
//! Social data: a module for each platform.
{% endif %}
{%- for module in modules %}
/// {{ module.about }}
{%- if !embedded %}
#[cfg(feature = "{{ module.feature }}")]
{%- endif %}
pub mod {{ module.name }};
{%- endfor %}
