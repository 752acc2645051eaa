//! HTTP request of a call.

use std::borrow::Cow;

use percent_encoding::utf8_percent_encode;
use serde_json::{Map, Value};

use super::{Call, ParamValue, RESERVED, Target};
use crate::http::address;
use crate::{Error, Form, HttpRequest, Location, Result, Service, json_path};

impl Call {
    /// Returns the HTTP request as it would be sent, without the key.
    pub fn request(&self) -> Result<HttpRequest> {
        if let Some(problem) = self.broken() {
            return Err(Error::Request(problem));
        }
        let mut request = self.request_without_settings()?;
        self.limits().headers.add_to(&mut request.headers);
        Ok(request)
    }

    fn request_without_settings(&self) -> Result<HttpRequest> {
        let mut url = address::append_path(self.client.base_url(), &self.path()?);
        let mut query = self.params.query();
        let in_query = self.spec.model.is_some_and(|it| matches!(it.location, Location::Query(_)));
        if in_query {
            let name = utf8_percent_encode(&self.model, RESERVED);
            let rest = if query.is_empty() { String::new() } else { format!("&{query}") };
            query = format!("model={name}{rest}");
        }
        url.set_query((!query.is_empty()).then_some(&query));
        if self.spec.method == "GET" {
            return Ok(HttpRequest::get(url));
        }
        let mut body = self.body();
        if let Some(Location::Body { paths, .. }) = self.spec.model.map(|it| it.location) {
            paths.iter().for_each(|it| json_path::put(&mut body, it, self.model.as_ref().into()));
        }
        let files: Vec<_> = self.params.files().map(|(name, file)| (name.to_owned(), file.clone())).collect();
        if let Some((_, file)) = files.iter().find(|(_, file)| file.file_name().contains(char::is_control)) {
            return Err(Error::Request(format!("cannot use {:?} as a file name in a form", file.file_name())));
        }
        if files.is_empty() {
            return Ok(HttpRequest::post_json(url, Value::Object(body).to_string()));
        }
        let text = |value: Value| if let Value::String(text) = value { text } else { value.to_string() };
        let fields = body.into_iter().map(|(name, value)| (name, text(value))).collect();
        Ok(HttpRequest::post_form(url, Form { fields, files }))
    }

    /// Returns the reason why the request cannot be sent, if there is one.
    fn broken(&self) -> Option<String> {
        let problem_of_headers = || self.limits().headers.problem(&self.client.inner().key_header);
        if let Some(problem) = self.problem.clone().or_else(problem_of_headers) {
            return Some(problem);
        }
        if let Some(whole) = self.params.whole_body() {
            if !matches!(whole, ParamValue::Json(Value::Object(_))) {
                return Some("the body must be a JSON object".into());
            }
        }
        // Types have checked the number of social parameters, unless they were set by name.
        let missing = self.is_by_name.then(|| self.params.missing(self.spec)).flatten();
        let is_checked = self.is_by_name || self.spec.model.is_some();
        let problem = missing.or_else(|| self.params.invalid_value());
        let problem = problem.or_else(|| self.params.invalid_count(self.spec).filter(|_| is_checked));
        if let Some(problem) = problem.or_else(|| self.params.covers(&self.extra)) {
            return Some(problem);
        }
        let spec = self.spec.model?;
        if self.model.is_empty() {
            return Some("the model is required; help: name one with `model`".to_owned());
        }
        let model = &self.model;
        if spec.others.contains(&model.as_ref()) {
            return Some(format!("`{model}` has its own request type, and may ignore parameters of this one"));
        }
        let prefix = spec.prefix;
        (!model.starts_with(prefix))
            .then(|| format!("cannot use `{model}` here: only models that begin with `{prefix}` are accepted"))
    }

    /// Returns the body without the model.
    pub(super) fn body(&self) -> Map<String, Value> {
        let mut body = match self.params.whole_body() {
            Some(ParamValue::Json(Value::Object(fields))) => fields.clone(),
            _ => Map::new(),
        };
        body.extend(self.extra.clone());
        self.params.write(self.spec, &mut body);
        body
    }

    fn path(&self) -> Result<Cow<'static, str>> {
        let path = match &self.target {
            #[cfg(feature = "video")]
            Target::Path(path) => path,
            Target::Unlisted(segments) => {
                let [platform, capability] = &**segments;
                return data_path(self.client.service(), [self.client.live_key(platform), capability]).map(Cow::Owned);
            }
            Target::Own => match self.client.renamed(self.spec.path) {
                Some(live) => return data_path(self.client.service(), live).map(Cow::Owned),
                None => self.spec.path,
            },
        };
        if !matches!(self.spec.model.map(|it| it.location), Some(Location::Path(_))) {
            return Ok(Cow::Borrowed(path));
        }
        let name = utf8_percent_encode(&self.model, RESERVED).to_string();
        Ok(Cow::Owned(path.replace("{model}", &name)))
    }

    /// Returns the name of the call in the usage log.
    pub(crate) fn usage_log_name(&self) -> Cow<'static, str> {
        let live = match &self.target {
            Target::Unlisted(segments) => Some([self.client.live_key(&segments[0]), segments[1].as_str()]),
            Target::Own => self.client.renamed(self.spec.path),
            #[cfg(feature = "video")]
            Target::Path(_) => None,
        };
        match (live, self.spec.usage_log_name) {
            (Some(live), _) => Service::fill(self.client.service().usage_log_name, live).into(),
            (None, Some(name)) => name.into(),
            (None, None) => self.model.clone(),
        }
    }
}

/// Returns the path of a platform and a capability, as encoded segments.
pub(crate) fn data_path(service: &Service, segments: [&str; 2]) -> Result<String> {
    // `.` and `..` survive percent-encoding, and URL parsers then drop segments.
    if let Some(segment) = segments.iter().find(|it| matches!(**it, "" | "." | "..")) {
        return Err(Error::Request(format!("cannot use `{segment}` as a platform or a capability")));
    }
    let [platform, capability] = segments.map(|it| utf8_percent_encode(it, RESERVED).to_string());
    Ok(Service::fill(service.data_path, [&platform, &capability]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Client, OperationSpec};

    fn url(call: Call) -> String {
        call.request().expect("the target is valid").url.into()
    }

    fn client(base_url: &str) -> Client {
        Client::new(base_url, "key").expect("the base URL is valid")
    }

    #[test]
    fn values_are_percent_encoded() {
        let call = client("https://gateway.example").social("p1", "search");
        assert_eq!(url(call.clone()), "https://gateway.example/p1/search");
        let call = call.with("k", "茶 & a+b=c").with("empty", "").with("n", -5).with("b", false);
        assert_eq!(url(call), "https://gateway.example/p1/search?k=%E8%8C%B6%20%26%20a%2Bb%3Dc&empty=&n=-5&b=false");
    }

    #[test]
    fn a_base_path_is_kept() {
        for base in ["https://gateway.example/api", "https://gateway.example/api/"] {
            assert_eq!(url(client(base).social("a", "b")), "https://gateway.example/api/a/b");
        }
    }

    #[test]
    fn a_segment_cannot_change_the_rest_of_the_path() {
        let client = client("https://gateway.example");
        assert_eq!(url(client.social("a/../../b", "?x#y")), "https://gateway.example/a%2F..%2F..%2Fb/%3Fx%23y");
        for segment in ["", ".", ".."] {
            assert!(matches!(client.social("a", segment).request(), Err(Error::Request(_))), "{segment}");
        }
    }

    #[test]
    fn a_platform_can_be_called_by_its_live_key() {
        static SEARCH: OperationSpec =
            OperationSpec { path: "/p1/search", usage_log_name: Some("social-p1-search"), ..OperationSpec::EMPTY };
        let builder = Client::builder("https://gateway.example", "key");
        let client = builder.platform_key("p1", "short/video").build().expect("valid");
        let call = Call::new(&client, &SEARCH);
        assert_eq!(call.usage_log_name(), "short/video-search");
        assert_eq!(url(call), "https://gateway.example/short%2Fvideo/search");
        assert_eq!(url(client.social("p1", "user")), "https://gateway.example/short%2Fvideo/user");
        assert_eq!(url(client.social("p2", "user")), "https://gateway.example/p2/user");
    }
}
