//! `serve`: the page in the browser.

use std::io::ErrorKind;
use std::process::{Command, Stdio};
use std::sync::Arc;

use clap::Args;

use crate::cli::asked::Commands;
use crate::cli::context::{Context, Run, Status};
use crate::cli::error::CliError;
use crate::render::Format;
use crate::web::{Address, Bounds, Site, Work, serve};

const EXAMPLES: &str = "\
Examples:
  trueodds serve --open
  trueodds serve --port 8080 --data my/data";

const NOTES: &str = "\
It is reached from this machine alone, reads no network and writes no file. Ctrl+C ends it.";

/// The port where none is given: ODDS on the keys of a telephone.
const PORT: u16 = 6337;

/// All of it as a page in the browser
#[derive(Debug, Args)]
#[command(before_help = EXAMPLES, after_help = NOTES)]
pub(crate) struct ServeArgs {
    /// The port of the address; 0 for a free one
    #[arg(long, value_name = "N", default_value_t = PORT)]
    port: u16,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

impl Run for ServeArgs {
    const NAME: &'static str = "serve";
    const FORMATS: &'static [Format] = &[Format::Terminal];

    fn run(&self, context: &Context) -> Result<Status, CliError> {
        if context.output.is_some() {
            return Err("`serve` writes no file; the page has what to copy and to save".into());
        }
        let session = Arc::new(context.session()?.closed());
        let address = Address::take(self.port).map_err(|error| self.refused(&error))?;
        let shown = format!("http://127.0.0.1:{}/", address.port());
        context.write(&format!("{shown}\n"))?;
        if !context.common.quiet {
            context.message("This is the page; Ctrl+C ends it.\n");
        }
        if self.open
            && let Err(problem) = opened(&shown)
        {
            context.message(&format!("cannot open a browser ({problem}); open {shown} in one\n"));
        }
        let data = context.common.data.as_deref();
        let commands = Commands::new(session.clone(), data, context.definition_of_all());
        let work = Arc::new(Work::new(Box::new(commands), Bounds::default()));
        serve(address, Site { session, work });
        Ok(Status::Clean)
    }
}

impl ServeArgs {
    fn refused(&self, error: &std::io::Error) -> String {
        let port = self.port;
        match error.kind() {
            ErrorKind::AddrInUse => format!(
                "port {port} is in use, perhaps by another `trueodds serve`; \
                 take another with `--port`, or a free one with `--port 0`"
            ),
            ErrorKind::PermissionDenied => {
                format!("port {port} is not for everybody; take one above 1023 with `--port`")
            }
            _ => format!("cannot take port {port}: {error}"),
        }
    }
}

/// Asks the system to open an address. It may take its time; nobody waits for it.
fn opened(address: &str) -> Result<(), String> {
    let programs: &[(&str, &[&str])] = if cfg!(target_os = "macos") {
        &[("open", &[])]
    } else if cfg!(windows) {
        &[("rundll32", &["url.dll,FileProtocolHandler"])]
    } else {
        &[("xdg-open", &[]), ("gio", &["open"])]
    };
    let mut problem = String::new();
    for (program, args) in programs {
        let silent = Command::new(program)
            .args(*args)
            .arg(address)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        match silent {
            Ok(_) => return Ok(()),
            Err(error) if problem.is_empty() => problem = format!("`{program}`: {error}"),
            Err(_) => {}
        }
    }
    Err(problem)
}
