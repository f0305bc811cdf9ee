//! `fairshare serve` and `fairshare class`: the page from this program or from a folder, and a room that collects what a class
//! predicts (crate `fairshare-classroom`, docs/teaching.md).

use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, UdpSocket};
use std::path::PathBuf;
use std::sync::Arc;

use fairshare_classroom::{Codes, Room, Server, Site, listen};

use crate::features::Feature;
use crate::shared::command::{Command, Run};
use crate::shared::error::CommandError;
use crate::shared::output;

pub const FEATURE: Feature = Feature::with(&[Command::of::<ServeArgs>(), Command::of::<ClassArgs>()]);

/// Serve the page on this machine
#[derive(clap::Parser)]
#[command(name = "serve", after_help = "Example:\n  fairshare serve & fairshare open near-far")]
pub struct ServeArgs {
    #[command(flatten)]
    page: PageArgs,
    /// The port; 0 chooses a free one
    #[arg(long, default_value_t = 4173)]
    port: u16,
    /// The address to listen on; 0.0.0.0 lets other machines open the page
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
}

/// Serve the page to a room, and collect the predictions of a class
#[derive(clap::Parser)]
#[command(name = "class")]
pub struct ClassArgs {
    #[command(flatten)]
    page: PageArgs,
    /// The port; 0 chooses a free one
    #[arg(long, default_value_t = 4180)]
    port: u16,
    /// The address to listen on
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::UNSPECIFIED))]
    host: IpAddr,
    /// The address at which phones find this server, such as https://class.example.org/ [default: this machine in its network]
    #[arg(long, value_name = "URL")]
    address: Option<String>,
}

#[derive(clap::Args)]
struct PageArgs {
    /// The folder of the page, as `npm run build` makes it [default: the page in this program]
    #[arg(long, value_name = "FOLDER")]
    page: Option<PathBuf>,
}

impl PageArgs {
    fn site(&self) -> Result<Site, CommandError> {
        let site = match &self.page {
            Some(folder) => Some(Site::from_folder(folder)),
            None => Site::in_program(),
        };
        let missing = "This program was built without the page. Name its folder with --page; `npm run build` makes it in dist.";
        site.unwrap_or_else(|| Err(missing.to_owned())).map_err(CommandError::input)
    }
}

impl Run for ServeArgs {
    fn run(&self) -> Result<(), CommandError> {
        let site = self.page.site()?;
        let (listener, port) = bind(self.host, self.port)?;
        output::print(&format!("http://{}/\n", SocketAddr::new(named(self.host), port)))?;
        listen(Server { site, room: None }, listener).map_err(CommandError::Run)
    }
}

impl Run for ClassArgs {
    fn run(&self) -> Result<(), CommandError> {
        let site = self.page.site()?;
        let address = self.address.as_deref().map(checked_address).transpose()?;
        let (listener, port) = bind(self.host, self.port)?;
        let codes = Codes::random().map_err(CommandError::Run)?;
        let own = format!("http://{}/", SocketAddr::new(named(self.host), port));
        let found = || format!("http://{}/", SocketAddr::new(network_address(self.host), port));
        // A server elsewhere is led through the same address that the room uses.
        let lead = address.clone().unwrap_or(own);
        let room = Room::new(codes, address.unwrap_or_else(found));
        let Codes { room: code, key } = &room.codes;
        output::print(&format!(
            "For you:       {lead}#/class/{code}/{key}\nFor the class: {}#/class/{code}\n\n\
             Open the first address: it shows the code for the phones. Keep it to yourself.\n\
             Answers are only in memory. Ctrl-C ends the class.\n",
            room.address
        ))?;
        raise_limit_of_connections();
        listen(Server { site, room: Some(Arc::new(room)) }, listener).map_err(CommandError::Run)
    }
}

fn bind(host: IpAddr, port: u16) -> Result<(TcpListener, u16), CommandError> {
    let failed = |error: std::io::Error| {
        CommandError::Run(format!(
            "Port {port} of {host} cannot be used: {error}. Choose another one with --port."
        ))
    };
    let listener = TcpListener::bind((host, port)).map_err(failed)?;
    let port = listener.local_addr().map_err(failed)?.port();
    Ok((listener, port))
}

/// An address that a browser on this machine can open: the one that stands for all addresses cannot be opened.
fn named(host: IpAddr) -> IpAddr {
    if host.is_unspecified() { IpAddr::V4(Ipv4Addr::LOCALHOST) } else { host }
}

/// The address of this machine in its network: the one from which it would reach others. No packet is sent for this.
fn network_address(host: IpAddr) -> IpAddr {
    if !host.is_unspecified() {
        return host;
    }
    let reach = || -> std::io::Result<IpAddr> {
        let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0))?;
        socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9))?;
        Ok(socket.local_addr()?.ip())
    };
    reach().unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST))
}

fn checked_address(address: &str) -> Result<String, CommandError> {
    let rest = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"));
    match rest {
        Some(rest) if !rest.is_empty() && !rest.contains(['#', '?', ' ']) => {
            Ok(format!("{}/", address.trim_end_matches('/')))
        }
        _ => Err(CommandError::input(format!(
            "--address {address}: this is no address of a page. Example: https://class.example.org/"
        ))),
    }
}

/// Each phone keeps a connection, and many systems allow 1024 open files at first. The limit is raised as far as the system allows.
fn raise_limit_of_connections() {
    #[cfg(unix)]
    {
        use nix::sys::resource::{Resource, getrlimit, setrlimit};
        if let Ok((_, most)) = getrlimit(Resource::RLIMIT_NOFILE) {
            // Without a higher limit, the server works for smaller rooms.
            let _ = setrlimit(Resource::RLIMIT_NOFILE, most, most);
        }
    }
}

#[test]
fn addresses_of_pages_end_with_a_slash() {
    assert_eq!(checked_address("https://class.example.org").unwrap(), "https://class.example.org/");
    assert_eq!(checked_address("http://10.0.0.2:80/fairshare/").unwrap(), "http://10.0.0.2:80/fairshare/");
    for wrong in ["class.example.org", "https://", "https://a/#/lab", "ftp://a/"] {
        assert!(checked_address(wrong).is_err(), "{wrong}");
    }
}
