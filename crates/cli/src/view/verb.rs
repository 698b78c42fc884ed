//! The verb: starts the server, tells its address, and opens a browser where there is one.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use serde_json::json;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::sync::Notify;

use super::engine::Settings;
use super::guard::Guard;
use super::origin::Origin;
use super::page::page;
use super::rooms::{FILE, Rooms};
use super::server::Server;
use crate::input::Reading;
use crate::output::print;

/// The port, if it is free and no other is asked for.
const PORT: u16 = 4810;

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  throng view                     a gallery of built-in places\n  \
                  throng view station.json         a place, and people who walk about in it\n  \
                  throng view house.ifc            a 3D model, extracted\n  \
                  throng view evening.toml         a scenario\n  \
                  throng view run/trajectories.sqlite   a recorded run, JuPedSim's too")]
pub(crate) struct View {
    /// A place, a 3D model, a scenario (.toml), a file of trajectories (.sqlite), or the name of a built-in place; a gallery if not given
    file: Option<PathBuf>,
    /// The port; if not given, 4810 or any that is free
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// The address to listen at. Any other than this machine's own lets others on the network in, who can do what you can do on the page
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
    /// Folder for files that are recorded
    #[arg(long, value_name = "FOLDER", default_value = "out")]
    out: PathBuf,
    /// How much memory the past of a run may take, to go back in (MB)
    #[arg(long, value_name = "MB", default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..))]
    history: u32,
    #[command(flatten)]
    reading: Reading,
}

impl View {
    pub(crate) fn run(&self, as_json: bool) -> Result<()> {
        let page = page()?;
        let origin = self.file.as_ref().map(|file| Origin::of_file(file, self.reading)).transpose()?;
        let settings = Settings { out: self.out.clone(), history: self.history as usize * 1_000_000 };
        let server = Server::new(Rooms::new(settings, origin), page);
        // The crowd has threads of its own; these only pass bytes on.
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
        let runtime = runtime.context("cannot start threads")?;
        runtime.block_on(self.serve(server.clone(), as_json))?;
        server.rooms.close();
        // What still reads or writes is not waited for.
        runtime.shutdown_background();
        Ok(())
    }

    async fn serve(&self, server: Arc<Server>, as_json: bool) -> Result<()> {
        let listener = self.listener().await?;
        let at = listener.local_addr().context("cannot tell the address")?;
        let room = if self.file.is_some() { format!("#room={FILE}") } else { String::new() };
        let shown = if at.ip().is_unspecified() {
            SocketAddr::new(Ipv4Addr::LOCALHOST.into(), at.port())
        } else {
            at
        };
        let address = format!("http://{shown}/{room}");
        if as_json {
            print(&json!({ "address": address, "port": at.port() }).to_string())?;
        } else {
            print(&format!("{address}\nCtrl-C ends it"))?;
        }
        let guard = if at.ip().is_loopback() { Guard::local(at.port()) } else { Guard::open() };
        let stop = Arc::new(Notify::new());
        let bell = stop.clone();
        ctrlc::set_handler(move || bell.notify_one()).context("cannot listen for interruptions")?;
        if !self.no_open
            && let Err(error) = open::that_detached(&address)
        {
            eprintln!("no browser could be opened ({error}); open the address yourself");
        }
        server.serve(listener, guard, async move { stop.notified().await }).await
    }

    /// The wanted port, or any that is free if none is wanted.
    async fn listener(&self) -> Result<TcpListener> {
        let at = |port: u16| SocketAddr::new(self.listen, port);
        if let Some(port) = self.port {
            return TcpListener::bind(at(port))
                .await
                .with_context(|| format!("cannot listen at {}", at(port)));
        }
        match TcpListener::bind(at(PORT)).await {
            Ok(listener) => Ok(listener),
            Err(_) => {
                TcpListener::bind(at(0)).await.with_context(|| format!("cannot listen at {}", self.listen))
            }
        }
    }
}
