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

/// What the catalog said of each endpoint when this client was generated, platform by platform.
pub const LISTINGS: &[&[gatewright_runtime::Listing]] = &[
{%- for module in modules %}
    {%- if !embedded %}
    #[cfg(feature = "{{ module.feature }}")]
    {%- endif %}
    {{ module.name }}::LISTINGS,
{%- endfor %}
];
