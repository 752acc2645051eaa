//! Types of a parameter as an argument and as a field, and its conversion to the sent value.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use crate::model::{ChatPart, EndpointType, Format, Kind, Limits, Medium, Param, Part};

/// Returns the type of a function's argument.
pub(super) fn argument(param: &Param) -> TokenStream {
    argument_of(&param.kind, &param.limits)
}

fn argument_of(kind: &Kind, limits: &Limits) -> TokenStream {
    match kind {
        Kind::Text => quote!(impl Into<String>),
        Kind::Integer => quote!(impl Into<rt::Integer>),
        Kind::Flag => quote!(bool),
        Kind::Any => quote!(impl Into<rt::ParamValue>),
        Kind::Number => quote!(impl Into<f64>),
        Kind::Texts => quote!(impl IntoIterator<Item = impl Into<String>>),
        Kind::Json => quote!(impl Into<rt::serde_json::Value>),
        Kind::File => quote!(rt::Upload),
        Kind::Image => quote!(impl Into<rt::image::Source>),
        Kind::ChatPart(written) => part(*written).0,
        Kind::Link(medium) => {
            let link = link(*medium);
            quote!(impl Into<#link>)
        }
        Kind::RatioOrAdaptive => quote!(impl Into<rt::video::RatioOrAdaptive>),
        Kind::Size | Kind::Ratio | Kind::Seconds { .. } | Kind::Object => field_of(kind, limits),
        Kind::List(one) => argument_of(one, limits),
        Kind::Named(values) => {
            let name = format_ident!("{}", values.name);
            match values.separator {
                None if values.closed => quote!(#name),
                None => quote!(impl Into<#name>),
                Some(_) => quote!(impl IntoIterator<Item = impl Into<#name>>),
            }
        }
    }
}

/// Returns the type of a URL.
fn link(medium: Medium) -> TokenStream {
    match medium {
        Medium::Image => quote!(rt::video::ImageUrl),
        Medium::Video => quote!(rt::video::VideoUrl),
        Medium::Audio => quote!(rt::video::AudioUrl),
    }
}

/// Returns the conversion of a struct field, which already has its type, to the sent value.
fn field_value(param: &Param, value: &TokenStream) -> TokenStream {
    match &param.kind {
        Kind::Named(_) => quote!(#value.as_str()),
        Kind::Seconds { as_text: true } => quote!(#value.to_string()),
        _ => value.clone(),
    }
}

/// Returns the conversion of an argument to the sent value.
fn value_of(kind: &Kind, value: &TokenStream) -> TokenStream {
    match kind {
        Kind::Text => quote!(Into::<String>::into(#value)),
        Kind::Integer => quote!(Into::<rt::Integer>::into(#value)),
        Kind::Number => quote!(Into::<f64>::into(#value)),
        Kind::Texts => quote!(#value.into_iter().map(Into::into).collect::<Vec<String>>()),
        Kind::Json => quote!(Into::<rt::serde_json::Value>::into(#value)),
        Kind::Named(values) if values.closed => quote!(#value.as_str()),
        Kind::Named(values) => {
            let name = format_ident!("{}", values.name);
            quote!(Into::<#name>::into(#value).as_str())
        }
        Kind::ChatPart(written) => {
            let (_, encode) = part(*written);
            quote!(#encode(#value))
        }
        Kind::Link(medium) => {
            let link = link(*medium);
            quote!(Into::<#link>::into(#value))
        }
        Kind::RatioOrAdaptive => quote!(Into::<rt::video::RatioOrAdaptive>::into(#value)),
        Kind::Seconds { as_text: true } => quote!(#value.to_string()),
        Kind::List(one) => value_of(one, value),
        Kind::Flag | Kind::Any | Kind::Size | Kind::Ratio | Kind::Object => value.clone(),
        Kind::Image => quote!(Into::<rt::image::Source>::into(#value)),
        Kind::Seconds { as_text: false } | Kind::File => value.clone(),
    }
}

/// Returns the runtime's module of a format.
pub(super) fn format(format: Format) -> TokenStream {
    match format {
        Format::Chat => quote!(rt::chat),
        Format::Messages => quote!(rt::messages),
        Format::Responses => quote!(rt::responses),
    }
}

/// Returns the argument type of a part of a format, and its conversion to JSON.
pub(super) fn part(written: ChatPart) -> (TokenStream, TokenStream) {
    let module = format(written.format);
    match written.part {
        Part::Messages => {
            let conversation = match written.format {
                Format::Chat | Format::Messages => quote!(#module::Messages),
                Format::Responses => quote!(#module::Input),
            };
            (quote!(impl Into<#conversation>), quote!(Into::<#conversation>::into))
        }
        Part::Tools => (quote!(impl IntoIterator<Item = rt::Tool>), quote!(#module::tools)),
        Part::ToolChoice => (quote!(rt::ToolChoice), quote!(#module::tool_choice)),
        Part::ReplyFormat => (quote!(rt::ReplyFormat), quote!(#module::reply_format)),
        Part::StreamOptions => (quote!(rt::chat::StreamOptions), quote!(rt::ParamValue::json)),
    }
}

/// Returns the type of the models that an operation takes.
pub(super) fn model(kind: &EndpointType) -> Ident {
    format_ident!("{}", kind.models())
}

/// Returns the type of a struct field.
pub(super) fn field(param: &Param) -> TokenStream {
    field_of(&param.kind, &param.limits)
}

fn field_of(kind: &Kind, limits: &Limits) -> TokenStream {
    match kind {
        Kind::Text => quote!(String),
        Kind::Integer => quote!(i64),
        Kind::Number => quote!(f64),
        Kind::Flag => quote!(bool),
        Kind::Any => quote!(rt::ParamValue),
        Kind::Image => quote!(rt::image::Source),
        Kind::Named(values) => {
            let name = format_ident!("{}", values.name);
            if values.separator.is_some() { quote!(Vec<#name>) } else { quote!(#name) }
        }
        Kind::Link(medium) => link(*medium),
        Kind::Size => quote!(rt::video::Size),
        Kind::Ratio => quote!(rt::video::Ratio),
        Kind::RatioOrAdaptive => quote!(rt::video::RatioOrAdaptive),
        Kind::Seconds { .. } => seconds(limits),
        Kind::Object => quote!(rt::serde_json::Map<String, rt::serde_json::Value>),
        Kind::List(one) => field_of(one, limits),
        // Other types cannot be confused with each other.
        _ => argument_of(kind, limits),
    }
}

/// Returns the type of seconds with their range.
fn seconds(limits: &Limits) -> TokenStream {
    let number = |number: Option<i64>| number.and_then(|it| u32::try_from(it).ok());
    let min = Literal::u32_unsuffixed(number(limits.min).unwrap_or(1));
    match (limits.min, number(limits.max).map(Literal::u32_unsuffixed)) {
        (None, None) => quote!(rt::video::Seconds),
        (_, None) => quote!(rt::video::Seconds<#min>),
        (_, Some(max)) => quote!(rt::video::Seconds<#min, #max>),
    }
}

/// Returns the call that sets a parameter to an argument.
pub(super) fn set(param: &Param, field: &TokenStream, value: &TokenStream) -> TokenStream {
    given(param, field, value, value_of(&param.kind, value), &quote!(set), &quote!(list))
}

/// Returns the call that sets a parameter to a struct field, which already has the right type.
pub(super) fn set_field(param: &Param, field: &TokenStream, value: &TokenStream) -> TokenStream {
    given(param, field, value, field_value(param, value), &quote!(set), &quote!(list))
}

/// Returns the call that adds an argument to a selector.
pub(super) fn add(param: &Param, field: &TokenStream, value: &TokenStream) -> TokenStream {
    given(param, field, value, value_of(&param.kind, value), &quote!(add), &quote!(add_list))
}

/// Returns the call that adds a struct field to a selector.
pub(super) fn add_field(param: &Param, field: &TokenStream, value: &TokenStream) -> TokenStream {
    given(param, field, value, field_value(param, value), &quote!(add), &quote!(add_list))
}

fn given(
    param: &Param,
    field: &TokenStream,
    value: &TokenStream,
    converted: TokenStream,
    one: &TokenStream,
    several: &TokenStream,
) -> TokenStream {
    match &param.kind {
        Kind::Named(values) if values.separator.is_some() => {
            let name = format_ident!("{}", values.name);
            quote!(.#several(&#field, #value.into_iter().map(|it| Into::<#name>::into(it).as_str().to_owned())))
        }
        _ => quote!(.#one(&#field, #converted)),
    }
}
