// {{ header }}
{% if !embedded %}
//! Model endpoints. Create requests with the functions of [`Client`](super::Client), such as `client.chat(…)`.
{% endif %}
use gatewright_runtime::rt;
{% for module in modules %}
{%- if !embedded %}
#[cfg(feature = "{{ module.feature }}")]
{%- endif %}
mod {{ module.name }};
{%- if !embedded %}
#[cfg(feature = "{{ module.feature }}")]
{%- endif %}
pub use {{ module.name }}::*;
{%- endfor %}

/// Descriptions of all operations, grouped by interface.
pub static OPERATIONS: &[&[&rt::OperationSpec]] = &[
{%- for module in modules %}
    {%- if !embedded %}
    #[cfg(feature = "{{ module.feature }}")]
    {%- endif %}
    {{ module.name }}::{{ module.name|upper }}_OPERATIONS,
{%- endfor %}
];
