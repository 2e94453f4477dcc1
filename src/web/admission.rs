//! Which requests are heard, and what every response says.
//!
//! A page of another site that runs in the same browser can send requests here, by this machine's name or by one of
//! its own that it lets point here. Both are refused by what the browser says of them: the name that was asked for
//! (`Host`) and where the request comes from (`Origin`, `Sec-Fetch-Site`).

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::{
    CONTENT_SECURITY_POLICY, HOST, HeaderName, HeaderValue, ORIGIN, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};

use super::{Site, api, assets, pages};

/// What a page of ours may load and do: only what comes from here, and pictures that are drawn in the browser.
const POLICY: &str = "default-src 'self'; img-src 'self' blob: data:; object-src 'none'; base-uri 'none'; \
                      form-action 'self'; frame-ancestors 'none'";

/// Everything that is served, to those who may ask.
pub(super) fn router(site: Site, port: u16) -> Router {
    let all = Router::new().merge(api::router()).merge(pages::router()).with_state(site);
    all.merge(assets::router()).fallback(pages::not_found).layer(from_fn_with_state(port, admit))
}

/// Lets a request in that comes from here, and says of the response what a browser may do with it.
async fn admit(State(port): State<u16>, request: Request, next: Next) -> Response {
    let mut response = match refusal(request.method(), request.headers(), port) {
        Some(why) => (StatusCode::FORBIDDEN, format!("{why}\n")).into_response(),
        None => next.run(request).await,
    };
    let mut say = |name: HeaderName, value: &'static str| {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    };
    say(CONTENT_SECURITY_POLICY, POLICY);
    say(X_CONTENT_TYPE_OPTIONS, "nosniff");
    say(REFERRER_POLICY, "no-referrer");
    say(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    say(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    response
}

/// Why a request is not heard.
fn refusal(method: &Method, headers: &HeaderMap, port: u16) -> Option<&'static str> {
    let named =
        |name: &HeaderName| headers.get_all(name).iter().map(|value| value.to_str().unwrap_or_default());
    if !named(&HOST).all(|host| is_own(host, port)) || named(&HOST).count() != 1 {
        return Some("this server answers to the names of this machine only");
    }
    let own_origin = |origin: &str| origin.strip_prefix("http://").is_some_and(|host| is_own(host, port));
    let site = HeaderName::from_static("sec-fetch-site");
    let is_navigation = headers.get("sec-fetch-mode").is_some_and(|mode| mode == "navigate");
    let foreign = named(&site).any(|site| site == "cross-site" || site == "same-site");
    // A link on another site may lead here; nothing is changed by it.
    let linked = is_navigation && *method == Method::GET;
    if !named(&ORIGIN).all(own_origin) || (foreign && !linked) {
        return Some("this server does not answer other sites");
    }
    None
}

/// Whether `host` is a name of this machine, with the port.
fn is_own(host: &str, port: u16) -> bool {
    let Some((name, own)) = host.rsplit_once(':') else { return false };
    ["127.0.0.1", "localhost", "[::1]"].contains(&name) && own == port.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(headers: &[(&'static str, &'static str)]) -> bool {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        refusal(&Method::GET, &map, 6337).is_none()
    }

    #[test]
    fn only_this_machine_is_answered() {
        for own in ["127.0.0.1:6337", "localhost:6337", "[::1]:6337"] {
            assert!(asked(&[("host", own)]), "{own}");
        }
        for foreign in ["evil.example:6337", "127.0.0.1", "127.0.0.1:80", "localhost.evil.example:6337", ""] {
            assert!(!asked(&[("host", foreign)]), "{foreign}");
        }
        assert!(!asked(&[]));
        assert!(!asked(&[("host", "localhost:6337"), ("host", "evil.example")]));
    }

    #[test]
    fn other_sites_may_link_here_and_no_more() {
        let host = ("host", "localhost:6337");
        assert!(asked(&[host, ("origin", "http://localhost:6337")]));
        for foreign in ["http://evil.example", "null", "http://localhost:80", "https://localhost:6337"] {
            assert!(!asked(&[host, ("origin", foreign)]), "{foreign}");
        }
        assert!(!asked(&[host, ("sec-fetch-site", "cross-site")]));
        assert!(asked(&[host, ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")]));
        assert!(asked(&[host, ("sec-fetch-site", "same-origin")]));
    }
}
