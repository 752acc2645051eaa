//! Description of the gateway: one static.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::print;
use crate::model::{Model, ServiceError, TaskShape};

/// Returns the file `service.rs`.
pub(super) fn file(model: &Model) -> String {
    let service = &model.service;
    let (header, scheme) = (&service.key_header, &service.key_scheme);
    let names = &service.environment;
    let (base_url, key, dash_url, record) = (&names.base_url, &names.key, &names.dash_url, &names.record);
    let (prefix, data_path, log_name) = (&service.path_prefix, &service.data_path, &service.usage_log_name);
    let (catalog_path, payload) = (&service.catalog_path, &service.payload);
    let (code, message) = (&service.error_body.code, &service.error_body.message);
    let errors = service.errors.iter().map(error);
    let tasks = model.interfaces.iter().flat_map(|it| &it.tasks.shapes).map(task);
    let tokens = quote! {
        use gatewright_runtime::rt;

        /// The gateway: paths, authentication and errors that all its operations share.
        pub static SERVICE: rt::Service = rt::Service {
            key_header: #header,
            key_scheme: #scheme,
            environment: rt::Environment { base_url: #base_url, key: #key, dash_url: #dash_url, record: #record },
            path_prefix: #prefix,
            data_path: #data_path,
            usage_log_name: #log_name,
            catalog_path: #catalog_path,
            payload: #payload,
            error_code: &[#(#code),*],
            error_message: &[#(#message),*],
            errors: &[#(#errors),*],
            tasks: &[#(#tasks),*],
        };
    };
    print::file(vec![tokens])
}

fn error(error: &ServiceError) -> TokenStream {
    let [on, kind] = [format!("{:?}", error.on), format!("{:?}", error.kind)].map(|it| format_ident!("{it}"));
    let status = match error.status {
        Some(status) => quote!(Some(#status)),
        None => quote!(None),
    };
    let retry = match error.retry {
        Some((least, most)) => quote!(Some((#least, #most))),
        None => quote!(None),
    };
    let codes = &error.codes;
    quote! {
        rt::ErrorSpec {
            on: rt::CallKind::#on,
            status: #status,
            codes: &[#(#codes),*],
            kind: rt::ErrorKind::#kind,
            retry: #retry,
        }
    }
}

fn task(shape: &TaskShape) -> TokenStream {
    let inner = |path| shape.in_envelope(path);
    let all = |first: &'_ [String], also: &'_ [String]| -> Vec<String> {
        first.iter().chain(also).map(|it| shape.in_envelope(it).to_owned()).collect()
    };
    let one = std::slice::from_ref;
    let (path, name, envelope) = (&shape.path, shape.name(), shape.envelope());
    let (id, status, progress) = (all(&shape.task_id, &[]), inner(&shape.status), inner(&shape.progress));
    let url = all(one(&shape.url), &shape.also_url);
    let error_code = all(shape.error_code.as_slice(), &[]);
    let error_text = all(one(&shape.error_text), &shape.also_error_text);
    let (done, also_done, failed) = (&shape.done, &shape.also_done, &shape.failed);
    quote! {
        rt::TaskSpec {
            path: #path,
            name: #name,
            envelope: #envelope,
            id: &[#(#id),*],
            status: #status,
            progress: #progress,
            url: &[#(#url),*],
            error_code: &[#(#error_code),*],
            error_text: &[#(#error_text),*],
            done: &[#done, #(#also_done),*],
            failed: &[#failed],
        }
    }
}
