//! Who may connect, how many, and how long: only this machine, and nobody for longer than it takes.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;

use super::{Site, admission};
use crate::evaluate::Halt;

/// Connections at once; those beyond wait to be taken up.
const CONNECTIONS: usize = 256;

/// How long the head of a request may take.
const HEAD: Duration = Duration::from_secs(5);

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
}

impl Address {
    /// Takes a port of this machine, a free one for 0: of IPv4, and of IPv6 where the machine has it.
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
    /// A port that is taken or not allowed.
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
        Ok(Address { runtime, listeners, port })
    }

    /// The port.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }
}

/// Serves until the process is told to end.
///
/// # Errors
/// A signal that cannot be waited for.
pub fn serve(address: Address, site: Site) -> io::Result<()> {
    let Address { runtime, listeners, port } = address;
    let work = site.work.clone();
    let router = admission::router(site, port);
    let connections = Arc::new(Semaphore::new(CONNECTIONS));
    let ended = runtime.block_on(async {
        for listener in listeners {
            tokio::spawn(accept(listener, router.clone(), connections.clone()));
        }
        tokio::select! {
            ended = told_to_end() => ended,
            () = work.watch_memory() => Ok(()),
        }
    });
    work.end(Halt::Cancelled);
    runtime.shutdown_timeout(PATIENCE);
    ended
}

/// Takes up connections, one after the other.
async fn accept(listener: TcpListener, router: axum::Router, connections: Arc<Semaphore>) {
    loop {
        let Ok(permit) = connections.clone().acquire_owned().await else { return };
        let Ok((stream, _)) = listener.accept().await else {
            // Out of handles: those that are open have to end first.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let router = router.clone();
        tokio::spawn(async move {
            connection(stream, router).await;
            drop(permit);
        });
    }
}

/// One connection with all its requests. What goes wrong on the way is the matter of whoever is at the other end.
async fn connection(stream: TcpStream, router: axum::Router) {
    let _ = stream.set_nodelay(true);
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(LONGEST_HEAD);
    let _ = builder.serve_connection(TokioIo::new(stream), TowerToHyperService::new(router)).await;
}

/// Waits for the signal to end.
async fn told_to_end() -> io::Result<()> {
    #[cfg(unix)]
    {
        let mut terminated = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
        tokio::select! {
            pressed = tokio::signal::ctrl_c() => pressed,
            _ = terminated.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}
