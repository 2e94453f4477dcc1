//! Who may connect, how many, and how long: only this machine, and nobody for longer than it takes. Where there are too
//! many, those who have asked nothing make room.

use std::collections::BTreeMap;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Notify, Semaphore};

use super::{Site, admission};
use crate::evaluate::Halt;

/// Connections at once; those beyond wait for one that has to make room.
const CONNECTIONS: usize = 256;

/// How long the head of a request may take.
const HEAD: Duration = Duration::from_secs(5);

/// How long an answer may lie there that nobody takes.
const TAKEN: Duration = Duration::from_secs(60);

/// How long a connection that has to make room may take to end what it says.
const FAREWELL: Duration = Duration::from_secs(1);

/// The most bytes of a head.
const LONGEST_HEAD: usize = 64 << 10;

/// What a thread that works may use: expressions nest.
const STACK: usize = 32 << 20;

/// How long work may go on after the server has ended.
const PATIENCE: Duration = Duration::from_millis(500);

/// An address that is taken, not yet served.
#[derive(Debug)]
pub struct Address {
    runtime: Runtime,
    listeners: Vec<TcpListener>,
    port: u16,
    told: ToldToEnd,
}

impl Address {
    /// Takes a port of this machine, a free one for 0: of IPv4, and of IPv6 where the machine has it. From now on the
    /// process ends with [`serve`] where it is told to end.
    ///
    /// ```
    /// use trueodds::web::Address;
    ///
    /// let free = Address::take(0)?;
    /// assert_ne!(free.port(), 0);
    /// assert!(Address::take(free.port()).is_err(), "it is taken");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// A port that is taken or not allowed; a signal that cannot be waited for.
    pub fn take(port: u16) -> io::Result<Address> {
        let mut builder = Builder::new_current_thread();
        let runtime = builder.enable_all().thread_stack_size(STACK).thread_keep_alive(PATIENCE).build()?;
        let bind =
            |address: IpAddr, port: u16| runtime.block_on(TcpListener::bind(SocketAddr::new(address, port)));
        let first = bind(Ipv4Addr::LOCALHOST.into(), port)?;
        let port = first.local_addr()?.port();
        let mut listeners = vec![first];
        match bind(Ipv6Addr::LOCALHOST.into(), port) {
            Ok(second) => listeners.push(second),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => return Err(error),
            // A machine without IPv6.
            Err(_) => {}
        }
        let told = runtime.block_on(async { ToldToEnd::listen() })?;
        Ok(Address { runtime, listeners, port, told })
    }

    /// The port.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }
}

/// Serves until the process is told to end.
pub fn serve(address: Address, site: Site) {
    let Address { runtime, listeners, port, mut told } = address;
    let work = site.work.clone();
    let router = admission::router(site, port);
    let places = Arc::new(Places { free: Arc::new(Semaphore::new(CONNECTIONS)), taken: Mutex::default() });
    runtime.block_on(async {
        for listener in listeners {
            tokio::spawn(accept(listener, router.clone(), places.clone()));
        }
        tokio::select! {
            () = told.signalled() => {}
            () = work.watch_memory() => {}
        }
    });
    work.end(Halt::Cancelled);
    runtime.shutdown_timeout(PATIENCE);
}

/// The places of connections.
struct Places {
    free: Arc<Semaphore>,
    /// Who is connected, in the order they came.
    taken: Mutex<Taken>,
}

#[derive(Default)]
struct Taken {
    next: u64,
    all: BTreeMap<u64, Arc<Guest>>,
}

impl Places {
    fn taken(&self) -> std::sync::MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has one end that is not being answered: of those who never asked anything who came first, else of the others.
    fn make_room(&self) {
        let mut taken = self.taken();
        let idle = |guest: &Guest| guest.answered.load(Ordering::Relaxed) == 0;
        let silent = taken.all.iter().find(|(_, guest)| idle(guest) && guest.last().is_none());
        let found = silent.or_else(|| taken.all.iter().find(|(_, guest)| idle(guest)));
        if let Some(number) = found.map(|(number, _)| *number)
            && let Some(guest) = taken.all.remove(&number)
        {
            guest.leaves.notify_one();
        }
    }
}

/// Somebody who is connected.
struct Guest {
    came: Instant,
    /// When the last request came.
    asked: Mutex<Option<Instant>>,
    /// How many requests are being answered.
    answered: AtomicUsize,
    leaves: Notify,
}

impl Guest {
    fn new() -> Guest {
        let (came, asked) = (Instant::now(), Mutex::default());
        Guest { came, asked, answered: AtomicUsize::new(0), leaves: Notify::new() }
    }

    fn last(&self) -> Option<Instant> {
        *self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A request has come; it is answered for as long as this is held.
    fn asks(self: &Arc<Guest>) -> Asks {
        *self.asked.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        self.answered.fetch_add(1, Ordering::Relaxed);
        Asks(self.clone())
    }

    /// Waits until nothing was asked for so long that whoever it is does not take the answer.
    async fn stalls(&self) {
        loop {
            let rest = TAKEN.saturating_sub(self.last().unwrap_or(self.came).elapsed());
            let is_idle = self.answered.load(Ordering::Relaxed) == 0;
            if rest.is_zero() && is_idle {
                return;
            }
            tokio::time::sleep(if rest.is_zero() { TAKEN } else { rest }).await;
        }
    }
}

/// A request that is being answered.
struct Asks(Arc<Guest>);

impl Drop for Asks {
    fn drop(&mut self) {
        self.0.answered.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Takes up connections, one after the other.
async fn accept(listener: TcpListener, router: axum::Router, places: Arc<Places>) {
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // Out of handles: those that are open have to end first.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        if places.free.available_permits() == 0 {
            places.make_room();
        }
        let Ok(place) = places.free.clone().acquire_owned().await else { return };
        let guest = Arc::new(Guest::new());
        let number = {
            let mut taken = places.taken();
            taken.next += 1;
            let number = taken.next;
            taken.all.insert(number, guest.clone());
            number
        };
        let (router, places) = (router.clone(), places.clone());
        tokio::spawn(async move {
            connection(stream, router, &guest).await;
            places.taken().all.remove(&number);
            drop(place);
        });
    }
}

/// One connection with all its requests. What goes wrong on the way is the matter of whoever is at the other end.
async fn connection(stream: TcpStream, router: axum::Router, guest: &Arc<Guest>) {
    let _ = stream.set_nodelay(true);
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(LONGEST_HEAD);
    let inner = TowerToHyperService::new(router);
    let service = service_fn(|request| {
        let (asks, answer) = (guest.asks(), inner.call(request));
        async move {
            let answer = answer.await;
            drop(asks);
            answer
        }
    });
    let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), service));
    tokio::select! {
        _ = connection.as_mut() => return,
        () = guest.stalls() => return,
        () = guest.leaves.notified() => {}
    }
    if guest.last().is_some() {
        connection.as_mut().graceful_shutdown();
        let _ = tokio::time::timeout(FAREWELL, connection).await;
    }
}

/// The signals to end. They are caught before anybody knows the address: one that came between the two would be lost where
/// whoever started the process ignores them.
#[derive(Debug)]
#[cfg(unix)]
struct ToldToEnd {
    interrupted: tokio::signal::unix::Signal,
    terminated: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl ToldToEnd {
    fn listen() -> io::Result<ToldToEnd> {
        use tokio::signal::unix::{SignalKind, signal};
        let (interrupted, terminated) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
        Ok(ToldToEnd { interrupted, terminated })
    }

    /// Waits for one of them.
    async fn signalled(&mut self) {
        tokio::select! {
            _ = self.interrupted.recv() => {}
            _ = self.terminated.recv() => {}
        }
    }
}

/// Ctrl+C.
#[derive(Debug)]
#[cfg(windows)]
struct ToldToEnd(tokio::signal::windows::CtrlC);

#[cfg(windows)]
impl ToldToEnd {
    fn listen() -> io::Result<ToldToEnd> {
        Ok(ToldToEnd(tokio::signal::windows::ctrl_c()?))
    }

    async fn signalled(&mut self) {
        self.0.recv().await;
    }
}
