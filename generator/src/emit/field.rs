//! Constants of the fields of operations.

use std::collections::{BTreeMap, BTreeSet};

use gatewright_runtime::{Decimal, visible};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::texts;
use crate::example;
use crate::model::{Kind, Location, Operation, Param, Presence};

/// Constants of a module's fields. Fields that are the same in several operations share one.
pub(super) struct Fields<'a> {
    by_param: BTreeMap<(&'a str, &'a str), Ident>,
    items: Vec<TokenStream>,
}

impl<'a> Fields<'a> {
    pub(super) fn of(operations: &[&'a Operation]) -> Self {
        let mut fields = Self { by_param: BTreeMap::new(), items: Vec::new() };
        let (mut by_tokens, mut taken) = (BTreeMap::<String, Ident>::new(), BTreeSet::new());
        let params = operations.iter().flat_map(|it| it.params.iter().map(move |param| (it, param)));
        let params = params.filter(|it| it.1.presence != Presence::Stream);
        for (operation, param) in params {
            let tokens = field(param, operation);
            let name = by_tokens.entry(tokens.to_string()).or_insert_with(|| {
                let stem = param.name.to_uppercase();
                let numbered = (2..).map(|number| format!("{stem}_{number}"));
                let free = [stem.clone()].into_iter().chain(numbered).find(|it| taken.insert(it.clone()));
                let name = format_ident!("{}", free.unwrap_or(stem));
                fields.items.push(quote!(pub(super) const #name: rt::Field = #tokens;));
                name
            });
            fields.by_param.insert((&operation.id, &param.key), name.clone());
        }
        fields
    }

    /// Returns the constant of a parameter.
    pub(super) fn of_param(&self, operation: &Operation, param: &Param) -> TokenStream {
        match self.by_param.get(&(operation.id.as_str(), param.key.as_str())) {
            Some(name) => quote!(fields::#name),
            None => unreachable!("every parameter of a module has a constant"),
        }
    }

    /// Returns the module that contains them, if there are any.
    pub(super) fn module(&self) -> Option<TokenStream> {
        let items = &self.items;
        (!items.is_empty()).then(|| {
            quote! {
                mod fields {
                    use gatewright_runtime::rt;
                    #(#items)*
                }
            }
        })
    }
}

fn field(param: &Param, operation: &Operation) -> TokenStream {
    let (key, wire) = (&param.key, &param.wire);
    let usual = usual(param);
    let location = match &param.location {
        Location::Query if usual.is_some() => quote!(#usual(#wire)),
        Location::Query => quote!(query(#wire)),
        Location::Form => quote!(form(#wire)),
        Location::WholeBody => quote!(whole_body(#key)),
        Location::Body(body) => {
            let paths = &body.paths;
            let shape = body.shape.as_ref().map(|it| quote!(.shaped(#it)));
            quote!(body(#key, &[#(#paths),*]) #shape)
        }
    };
    let renamed =
        (matches!(param.location, Location::Query | Location::Form) && key != wire).then(|| quote!(.named(#key)));
    let value_type =
        value_type(&param.kind, param).filter(|_| usual.is_none()).map(|it| quote!(.value_type(rt::ValueType::#it)));
    let presence = match (param.presence, &param.default) {
        (Presence::Required, _) => Some(quote!(.required())),
        (Presence::Default, Some(default)) => {
            let json = texts::json(default);
            Some(quote!(.default(#json)))
        }
        (_, Some(default)) => {
            let json = texts::json(default);
            Some(quote!(.unset(#json)))
        }
        _ => None,
    };
    let many = matches!(param.kind, Kind::List(_)).then(|| quote!(.many()));
    let separator = match &param.kind {
        Kind::Named(values) => values.separator.as_ref().map(|it| quote!(.separated(#it))),
        _ => None,
    };
    let factors = (!param.times.is_empty()).then(|| {
        let factors = param.times.iter().map(|it| {
            let (value, factor) = (&it.value, decimal(it.factor));
            quote!((#value, #factor))
        });
        quote!(.factors(&[#(#factors),*]))
    });
    let published = (param.location == Location::Query && usual.is_none()).then(|| {
        let published_type = option(param.published_type.as_ref().map(|it| quote!(#it)));
        let required = option(param.required.map(|it| quote!(#it)));
        quote!(.published(#published_type, #required))
    });
    let about = texts::param(param);
    let about = (!about.is_empty()).then(|| quote!(.about(#about)));
    let is_query = param.location == Location::Query;
    // The type of a closed list already has its values.
    let is_open = matches!(&param.kind, Kind::Named(named) if !named.closed);
    let values = values(param).filter(|_| is_query || is_open);
    let more = [values, length(param).filter(|_| is_query)].into_iter().flatten();
    let example = example_value(param, operation);
    quote!(rt::Field::#location #renamed #about #value_type #presence #many #separator #factors #published #(#more)* #example)
}

/// Returns the known values with their labels.
fn values(param: &Param) -> Option<TokenStream> {
    let Kind::Named(named) = &param.kind else { return None };
    let values = named.values.iter().map(|it| {
        let (wire, label) = (&it.wire, visible(&it.label));
        quote!((#wire, #label))
    });
    Some(quote!(.values(&[#(#values),*])))
}

/// Returns the limits on the number of characters.
fn length(param: &Param) -> Option<TokenStream> {
    let (min, max) = (param.limits.min_length, param.limits.max_length);
    let bound = |given: Option<i64>| given.and_then(|it| u32::try_from(it).ok()).map(Literal::u32_unsuffixed);
    let (min_bound, max_bound) = (bound(min).unwrap_or(Literal::u32_unsuffixed(0)), bound(max).map(|it| quote!(#it)));
    let max_bound = max_bound.unwrap_or(quote!(u32::MAX));
    (min.is_some() || max.is_some()).then(|| quote!(.length(#min_bound, #max_bound)))
}

/// Returns the value in the example of the operation, if the example sets the parameter. Other examples depend on the model.
fn example_value(param: &Param, operation: &Operation) -> Option<TokenStream> {
    let value = match param.location {
        Location::Query => example::text_value(param),
        _ if operation.is_task() => example::body_value(param, operation),
        _ => return None,
    };
    let is_given = example::given(operation).iter().any(|it| it.key == param.key);
    is_given.then(|| quote!(.example(#value)))
}

/// Returns the constructor for the most common query parameters: an optional text or integer.
fn usual(param: &Param) -> Option<Ident> {
    if param.required != Some(false) {
        return None;
    }
    let is_text = match &param.kind {
        Kind::Text => true,
        Kind::Named(values) => !values.closed && !values.integers,
        _ => false,
    };
    let is_open = param.limits.min.is_none() && param.limits.max.is_none();
    match param.published_type.as_deref() {
        Some("string") if is_text => Some(format_ident!("text")),
        Some("integer") if param.kind == Kind::Integer && is_open => Some(format_ident!("integer")),
        _ => None,
    }
}

/// Returns the type and range of a parameter, if they are known.
fn value_type(kind: &Kind, param: &Param) -> Option<TokenStream> {
    let bound = |given: Option<i64>, open: TokenStream| match given.map(Literal::i64_unsuffixed) {
        Some(number) => quote!(#number),
        None => open,
    };
    let max = bound(param.limits.max, quote!(i64::MAX));
    Some(match kind {
        Kind::Text => quote!(Text),
        Kind::Named(named) if named.closed && !named.integers && named.separator.is_none() => {
            let values = named.values.iter().map(|it| &it.wire);
            quote!(OneOf(&[#(#values),*]))
        }
        Kind::Named(named) if !named.integers => quote!(Text),
        Kind::Named(_) => quote!(Integer(i64::MIN, i64::MAX)),
        Kind::Integer => {
            let min = bound(param.limits.min, quote!(i64::MIN));
            quote!(Integer(#min, #max))
        }
        Kind::Seconds { as_text } => {
            let min = bound(param.limits.min, quote!(1));
            if *as_text { quote!(SecondsAsText(#min, #max)) } else { quote!(Seconds(#min, #max)) }
        }
        Kind::Flag => quote!(Flag),
        Kind::Number => quote!(Number),
        Kind::Link(_) | Kind::Image => quote!(Url),
        Kind::Size => quote!(Pair('*')),
        Kind::Ratio => quote!(Pair(':')),
        Kind::RatioOrAdaptive => quote!(PairOrWord(':', "adaptive")),
        Kind::List(inner) => return value_type(inner, param),
        Kind::Any | Kind::Texts | Kind::Json | Kind::File | Kind::Object | Kind::ChatPart(_) => {
            return None;
        }
    })
}

pub(super) fn option(tokens: Option<TokenStream>) -> TokenStream {
    match tokens {
        Some(tokens) => quote!(Some(#tokens)),
        None => quote!(None),
    }
}

fn decimal(decimal: Decimal) -> TokenStream {
    let attos = Literal::i128_unsuffixed(decimal.as_attos());
    quote!(rt::Decimal::attos(#attos))
}
