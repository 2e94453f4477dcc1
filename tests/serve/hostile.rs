//! Requests that mean ill: each is refused for what it is, the server answers right after it, and what it held is given
//! back.

use std::fmt::Write as _;
use std::time::Duration;

use crate::client::{Line, Reply, get, post};
use crate::server::{Server, wait_until};

/// Mebibytes that the server may hold more than before: what the allocator of the system keeps for the next question.
const MORE: u64 = 48;

/// A server that has answered once, and what it holds then.
fn started() -> (Server, u64) {
    let server = Server::start();
    server.assert_answers();
    let held = server.held();
    (server, held)
}

#[track_caller]
fn assert_unharmed((server, held): &(Server, u64)) {
    server.assert_answers();
    // A thread gives back the rest of what it held when it ends.
    wait_until("the threads end", || server.threads() == 1);
    let now = server.held();
    assert!(now <= held + MORE, "{held} MiB were held before, and now {now}");
}

/// Sends a head as it is, and gives the reply.
fn raw(port: u16, head: &str) -> Option<Reply> {
    let mut line = Line::to(port);
    line.send(head.as_bytes());
    line.reply()
}

const LIST: &str = "/api/v1/list?games=isaac";

#[test]
fn others_than_this_machine_are_refused() {
    let running = started();
    let port = running.0.port;
    let own = format!("Host: localhost:{port}\r\n");
    let with = |lines: &str| raw(port, &format!("GET {LIST} HTTP/1.1\r\n{lines}\r\n")).unwrap();
    assert_eq!(with(&own).status, 200);
    assert_eq!(
        with(&format!("{own}Origin: http://localhost:{port}\r\nSec-Fetch-Site: same-origin\r\n")).status,
        200
    );
    for foreign in [
        "Host: evil.example\r\n".to_owned(),
        format!("Host: evil.example:{port}\r\n"),
        format!("Host: localhost:{port}.evil.example\r\n"),
        "Host: localhost\r\n".to_owned(),
        "Host: \r\n".to_owned(),
        String::new(),
        format!("{own}{own}"),
        format!("{own}Host: evil.example\r\n"),
        format!("{own}Origin: http://evil.example\r\n"),
        format!("{own}Origin: http://evil.example:{port}\r\n"),
        format!("{own}Origin: https://localhost:{port}\r\n"),
        format!("{own}Origin: null\r\n"),
        format!("{own}Sec-Fetch-Site: cross-site\r\n"),
        format!("{own}Sec-Fetch-Site: same-site\r\nSec-Fetch-Mode: cors\r\n"),
    ] {
        let reply = with(&foreign);
        assert_eq!(reply.status, 403, "{foreign}");
        assert!(reply.text().starts_with("this server "), "{foreign}{}", reply.text());
        assert_eq!(reply.header("access-control-allow-origin"), None);
    }
    let other = format!("GET http://evil.example{LIST} HTTP/1.1\r\n{own}\r\n");
    assert_eq!(raw(port, &other).unwrap().status, 403);
    let tunnel = format!("CONNECT evil.example:443 HTTP/1.1\r\n{own}\r\n");
    assert_eq!(raw(port, &tunnel).unwrap().status, 403);
    // A form on another site: it is refused before its text is read.
    let form = format!(
        "POST {LIST} HTTP/1.1\r\n{own}Origin: null\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n\
         Content-Length: 4000000\r\n\r\n"
    );
    assert_eq!(raw(port, &form).unwrap().status, 403);
    assert_unharmed(&running);
}

#[test]
fn what_is_no_request_and_what_is_too_much_is_refused() {
    let running = started();
    let port = running.0.port;
    let own = format!("Host: localhost:{port}\r\n");
    for method in ["PUT", "DELETE", "PATCH", "OPTIONS"] {
        let mut line = Line::to(port);
        line.ask(method, LIST, "", b"");
        let reply = line.reply().unwrap();
        assert_eq!(reply.status, 405, "{method}");
        assert_eq!(reply.document()["kind"], "refusal", "{method}");
    }
    for (head, status) in [
        ("nonsense\r\n\r\n".to_owned(), 400),
        ("\x16\x03\x01\x02\x00\x01\x00\x01\r\n\r\n".to_owned(), 400),
        (format!("GET {LIST} HTTP/9.9\r\n{own}\r\n"), 400),
        (format!("GET {LIST} HTTP/1.1\r\n{own}no colon\r\n\r\n"), 400),
        (format!("GET {LIST} HTTP/1.1\r\n{own}A: {}\r\n\r\n", "a".repeat(1 << 20)), 431),
        (format!("GET {LIST} HTTP/1.1\r\n{own}{}\r\n", "A: a\r\n".repeat(10_000)), 431),
        (format!("GET {LIST}&a={} HTTP/1.1\r\n{own}\r\n", "a".repeat(1 << 20)), 431),
        (format!("GET {LIST}{} HTTP/1.1\r\n{own}\r\n", "&games=isaac".repeat(100_000)), 431),
        // What proxies and servers may read in two ways.
        (format!("POST {LIST} HTTP/1.1\r\n{own}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab"), 400),
        (format!("POST {LIST} HTTP/1.1\r\n{own}Content-Length: -1\r\n\r\n"), 400),
        (format!("POST {LIST} HTTP/1.1\r\n{own}Content-Length: 99999999999999999999\r\n\r\n"), 400),
        (format!("POST {LIST} HTTP/1.1\r\n{own}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n"), 400),
        (format!("POST {LIST} HTTP/1.1\r\n{own}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n"), 400),
        // A text that is longer than may be: announced, and in pieces without end.
        (format!("POST {LIST} HTTP/1.1\r\n{own}Content-Length: 6000000\r\n\r\n"), 413),
        (
            format!("POST {LIST} HTTP/1.1\r\n{own}Content-Length: 6000000\r\n\r\n{}", "a".repeat(6_000_000)),
            413,
        ),
        (
            format!(
                "POST {LIST} HTTP/1.1\r\n{own}Transfer-Encoding: chunked\r\n\r\n{}",
                format!("10000\r\n{}\r\n", "a".repeat(65536)).repeat(100)
            ),
            413,
        ),
    ] {
        let reply = raw(port, &head);
        let status_of = reply.as_ref().map(|reply| reply.status);
        assert_eq!(status_of, Some(status), "{head:.200}");
    }
    assert_unharmed(&running);
}

#[test]
fn a_request_within_a_request_is_none() {
    let running = started();
    let port = running.0.port;
    let own = format!("Host: localhost:{port}\r\n");
    let inner = format!("GET {LIST} HTTP/1.1\r\nHost: evil.example\r\n\r\n");
    // Its length counts as far as the chunks say: what stands behind them is a request of its own, and held to the rules.
    let both = format!(
        "POST {LIST} HTTP/1.1\r\n{own}Content-Length: {}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n{inner}",
        inner.len() + 5
    );
    let mut line = Line::to(port);
    line.send(both.as_bytes());
    let first = line.reply().unwrap();
    assert!([200, 400].contains(&first.status), "{}", first.status);
    assert_ne!(line.reply().map(|reply| reply.status), Some(200));
    // Within a length it is text.
    let mut line = Line::to(port);
    line.ask("POST", "/api/v1/verify?page=-&claims=sts/card-roll", "Connection: close\r\n", inner.as_bytes());
    assert_eq!(line.reply().unwrap().status, 200);
    assert!(line.reply().is_none());
    assert_unharmed(&running);
}

#[test]
fn paths_lead_nowhere_else() {
    let running = started();
    let port = running.0.port;
    for (path, status) in [
        ("/../../etc/passwd", 404),
        ("/%2e%2e/%2e%2e/etc/passwd", 404),
        ("/..%2f..%2fetc%2fpasswd", 404),
        ("//etc/passwd", 404),
        ("/Cargo.toml", 404),
        ("/api/v1/../../etc/passwd", 404),
        ("/api/v1/..%2f..%2fetc%2fpasswd", 404),
        ("/api/v1/%2e%2e", 404),
        ("/api/v1/%00", 404),
        ("/api/v1/table%00", 404),
        ("/api/v1/serve", 404),
        ("/api/v1/report", 404),
        ("/api/v1/new?name=x", 404),
        ("/api/v1/export", 404),
        ("/api/v1/help", 404),
        ("/api/v1/--help", 404),
        ("/api/v1/", 404),
        ("/api/v2/list", 404),
        ("/api/v1/%ff", 400),
        ("/api/v1/list?games=%ff%fe", 400),
        ("/api/v1/list?games=%zz%", 400),
        ("/api/v1/list?%ff=%ff", 400),
        ("/api/v1/list?games=is%00aac", 400),
        ("/api/v1/list?=&&&==", 400),
        ("/api/v1/table?mechanic=isaac/floor&set=stage=1e99999999", 400),
        ("/api/v1/table?mechanic=isaac/floor&set=stage=99999999999999999999999999999999999999", 400),
        ("/api/v1/table?mechanic=isaac/room-clear-award&sweep=luck=0..1000000000", 400),
        ("/api/v1/table?mechanic=isaac/room-clear-award&sweep=luck=0..1:1/1000000000000000000000", 400),
        ("/api/v1/table?mechanic=isaac/room-clear-award&digits=100000", 400),
        ("/api/v1/table?mechanic=isaac/room-clear-award&outcome=award,,,", 400),
        ("/api/v1/table?mechanic=isaac/room-clear-award&format=exe", 400),
        ("/api/v1/query?mechanic=isaac/room-clear-award&queries=9^9^9^9^9^9", 400),
        ("/api/v1/chain?mechanic=sts/card-roll&question=after&uses=99999999999999999999", 400),
        (
            "/api/v1/chain?mechanic=sts/card-roll&question=count&what=rarity%20=%20rare&over=18446744073709551615",
            400,
        ),
        (
            "/api/v1/chain?mechanic=sts/card-roll&question=hit&events=rarity%20=%20rare&times=18446744073709551615",
            400,
        ),
        ("/api/v1/chain?mechanic=sts/card-roll&question=stationary&decimals=1000000000", 400),
        ("/api/v1/chain?mechanic=sts/card-roll", 400),
        ("/api/v1/chain?mechanic=sts/card-roll&question=help", 400),
        ("/api/v1/what?value=1e999999999", 400),
        ("/api/v1/tree?mechanic=isaac/floor&depth=99999999999999999999999", 400),
    ] {
        let reply = get(port, path);
        assert_eq!(reply.status, status, "{path}: {:.300}", reply.text());
        assert!(!reply.text().contains("root:"), "{path}");
        assert!(!reply.body.is_empty(), "{path}");
        if path.starts_with("/api/v1/") && !["%ff", "/", "passwd"].iter().any(|end| path.ends_with(end)) {
            assert_eq!(reply.document()["kind"], "refusal", "{path}");
        }
    }
    assert_unharmed(&running);
}

#[test]
fn texts_that_are_deep_or_wide_or_no_texts_are_refused() {
    let running = started();
    let port = running.0.port;
    let deep = 100_000;
    let mechanic = |value: &str| format!("mechanic t/t\noutcome x: integer\nx = {value}\n");
    let brackets = |count: usize| format!("{}1{}", "(".repeat(count), ")".repeat(count));
    let branches = format!("{}2{}", "if chance(1/2) { 1 } else { ".repeat(deep), " }".repeat(deep));
    for (path, text, status) in [
        ("table?mechanic=-", mechanic(&brackets(deep)), 400),
        ("table?mechanic=-", mechanic(&branches), 400),
        ("table?mechanic=-", mechanic(&format!("1{}", " + 1".repeat(deep))), 400),
        ("table?mechanic=-", mechanic(&"not ".repeat(deep)), 400),
        ("table?mechanic=-", mechanic(&"-".repeat(deep)), 400),
        ("table?mechanic=-", mechanic(&"9".repeat(1_000_000)), 400),
        ("table?mechanic=-", mechanic("floor((7/3) ^ 100000000)"), 400),
        ("table?mechanic=-", "{".repeat(4 << 20), 400),
        ("table?mechanic=-", " ".repeat(5 << 20), 400),
        ("table?mechanic=-", "\0\u{feff}\u{202e}".repeat(1000), 400),
        ("table?mechanic=-", String::new(), 400),
        ("fmt?files=-", mechanic(&brackets(deep)), 400),
        ("check?files=-", mechanic(&brackets(deep)), 200),
        ("verify?page=-&claims=sts/card-roll", "((".repeat(1 << 18), 200),
        ("verify?page=-&claims=sts/card-roll", "5% (".repeat(10_000), 200),
        ("verify?page=-&claims=sts/card-roll", "[[{{<div>".repeat(100_000), 200),
        ("verify?page=-&claims=sts/card-roll", "a\0b".to_owned(), 400),
    ] {
        let reply = post(port, &format!("/api/v1/{path}"), text.as_bytes());
        assert_eq!(reply.status, status, "{path} {text:.40}: {:.300}", reply.text());
        assert!(reply.body.len() < 1 << 20 || status == 200, "{path} {text:.40}: {} bytes", reply.body.len());
    }
    let bytes = post(port, "/api/v1/table?mechanic=-", b"mechanic \xff\xfe\n");
    assert_eq!(bytes.status, 400);
    assert_eq!(bytes.document()["problems"][0], "the text is not UTF-8: byte 9 is none of it");
    // As deep as an address may be long.
    let nested = brackets(15_000);
    for path in [
        format!("query?mechanic=isaac/room-clear-award&queries={nested}"),
        format!("table?mechanic=isaac/room-clear-award&given={nested}"),
        format!("table?mechanic=isaac/room-clear-award&set=luck={nested}"),
    ] {
        let reply = get(port, &format!("/api/v1/{path}"));
        assert_eq!(reply.status, 400, "{path:.60}: {:.300}", reply.text());
    }
    // As many parameters as an address has room for.
    let mut many = "list?".to_owned();
    (0..5000).for_each(|number| write!(many, "n{number}=&").unwrap());
    assert_eq!(get(port, &format!("/api/v1/{many}")).status, 400);
    assert_unharmed(&running);
}

#[test]
fn long_answers_are_not_heaped_up() {
    let (server, held) = started();
    let page = "5% (".repeat(100_000);
    for _ in 0..4 {
        let reply = post(server.port, "/api/v1/verify?page=-&claims=sts/card-roll", page.as_bytes());
        assert_eq!(reply.status, 200);
        assert!(reply.body.len() > 10 << 20, "{} bytes", reply.body.len());
    }
    server.assert_answers();
    // The system's allocator keeps about twice the largest block that it saw, to use it again.
    wait_until("it holds no more than for one answer", || server.held() <= held + 64);
}

#[test]
fn programs_without_end_or_with_a_million_states_are_refused_within_the_limits() {
    let running = started();
    let port = running.0.port;
    for text in [
        "mechanic t/t\noutcome x: integer = 0\nrepeat { x = x + 1 } until chance(0)\n",
        "mechanic t/t\noutcome x: integer\nx = random(1000000000)\n",
        "mechanic t/t\noutcome x: integer = 0\nrepeat 20 { x = x * 3 + random(3) }\n",
    ] {
        let reply = post(port, "/api/v1/table?mechanic=-", text.as_bytes());
        assert_eq!(reply.status, 400, "{text}{:.300}", reply.text());
        let document = reply.document();
        assert!(document["findings"][0]["code"].is_string(), "{text}{document:.300}");
    }
    assert_unharmed(&running);
}

#[test]
fn those_who_say_half_of_it_are_dropped_and_others_are_answered_meanwhile() {
    let running = started();
    let port = running.0.port;
    let own = format!("Host: localhost:{port}\r\n");
    let halves = [
        String::new(),
        format!("GET {LIST}"),
        format!("GET {LIST} HTTP/1.1\r\n{own}"),
        format!("POST {LIST} HTTP/1.1\r\n{own}Content-Length: 1000\r\n\r\nhalf"),
        format!("POST {LIST} HTTP/1.1\r\n{own}Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n"),
    ];
    let mut lines: Vec<Line> = halves.iter().map(|_| Line::to(port)).collect();
    lines.iter_mut().zip(&halves).for_each(|(line, half)| line.send(half.as_bytes()));
    running.0.assert_answers();
    for (line, half) in lines.iter_mut().zip(&halves) {
        let status = line.reply().map(|reply| reply.status);
        let expected = half.starts_with("POST").then_some(408);
        assert_eq!(status, expected, "{half}");
    }
    // Who hangs up in the middle of it is answered or not, and no harm.
    for half in &halves {
        let mut line = Line::to(port);
        line.send(half.as_bytes());
        line.end();
    }
    assert_unharmed(&running);
}

#[test]
fn a_thousand_who_say_nothing_keep_nobody_else_out() {
    let running = started();
    let port = running.0.port;
    let mut waiting: Vec<Line> = Vec::new();
    for number in 0..1000 {
        let mut line = Line::to(port);
        // Half of them begin to say something.
        if number % 2 == 0 {
            line.send(b"GET /api/v1/list HTTP/1.1\r\n");
        }
        waiting.push(line);
    }
    let begin = std::time::Instant::now();
    running.0.assert_answers();
    let least = Duration::from_secs(4);
    assert!(begin.elapsed() < least, "answered only when those before were dropped");
    let mut kept = Line::to(port);
    for _ in 0..3 {
        kept.ask("GET", LIST, "", b"");
        assert_eq!(kept.reply().unwrap().status, 200);
    }
    drop(waiting);
    assert_unharmed(&running);
}
