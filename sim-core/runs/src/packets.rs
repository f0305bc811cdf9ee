//! Runs a scenario and follows every packet.

use sim_core::ground::convert::narrow;
use std::io;

use sim_core::ground::time::Time;
use sim_core::record::RecordingSettings;
use sim_core::scenario::Scenario;
use sim_core::simulation::Simulation;
use sim_core::simulation::build::BuildOptions;
use sim_core::transport::AnyReceiver;
use sim_core::world::World;

use crate::packet_tracker::{PacketEvent, PacketTracker};
use crate::{EVENTS_PER_STEP, RunError, Stop};

/// Writes the steps of packets.
pub trait PacketWriter {
    /// Called for each step of a packet. `world` is the state after the event.
    fn step(&mut self, event: &PacketEvent<'_>, world: &World) -> io::Result<()>;
    /// Called after the steps of each event. An event may have any number of steps.
    fn end_of_event(&mut self, _world: &World) -> io::Result<()> {
        Ok(())
    }
}

/// Builds a simulation whose packets a tracker can follow.
pub fn build(scenario: Scenario) -> Result<Simulation, RunError> {
    let options = BuildOptions { lazy: false, fuse: false };
    Simulation::with_options(scenario, RecordingSettings::none(), options).map_err(RunError::Invalid)
}

/// Runs a simulation to its end and passes every step of every packet to `writer`.
pub fn follow(
    simulation: &mut Simulation,
    writer: &mut impl PacketWriter,
    stop: &Stop<'_>,
) -> Result<(), RunError> {
    let mut tracker = PacketTracker::new(simulation.world());
    let end = simulation.end();
    while follow_event(simulation, &mut tracker, end, writer)? {
        if simulation.events().is_multiple_of(EVENTS_PER_STEP) && stop() {
            return Err(RunError::Stopped(simulation.now()));
        }
    }
    Ok(())
}

/// Passes the steps of the packets in the next event at or before `until` to `writer`. Without such an event,
/// runs to `until` and returns false.
pub fn follow_event(
    simulation: &mut Simulation,
    tracker: &mut PacketTracker,
    until: Time,
    writer: &mut impl PacketWriter,
) -> Result<bool, RunError> {
    let next = simulation.world().net().next_event();
    let (1.., Some((_, event))) = (simulation.step(until, 1)?.events, next) else { return Ok(false) };
    let world = simulation.world();
    let mut result = Ok(());
    tracker.observe(world, event, &mut |event| {
        if result.is_ok() {
            result = writer.step(&event, world);
        }
    });
    result?;
    writer.end_of_event(world)?;
    Ok(true)
}

/// Whether the packets of a connection are TCP segments: its receiver acknowledges them cumulatively.
pub fn is_tcp(world: &World, conn: u32) -> bool {
    matches!(world.receivers().get(conn as usize), Some(AnyReceiver::AckReceiver(_)))
}

/// The position of each flow in the document, by its index in the world.
pub fn document_positions(simulation: &Simulation) -> Vec<u32> {
    let mut positions = vec![0; simulation.flows().len()];
    for (position, &flow) in (0..).zip(simulation.document_order()) {
        positions[flow as usize] = position;
    }
    positions
}

/// The index of a link direction. Without an ID, the direction that the data of the document's first flow
/// passes first.
pub fn link_index(simulation: &Simulation, id: Option<&str>) -> Result<u32, RunError> {
    let Some(id) = id else {
        let world = simulation.world();
        let first = simulation.document_order().first().and_then(|&flow| world.flows().get(flow as usize));
        let path = first.map(|flow| &world.net().conns()[flow.first_conn as usize].paths[0]);
        let route = path.map(|path| world.net().route(path.route));
        let link = route.and_then(|route| route.first()).copied();
        return link.ok_or_else(|| RunError::Option("The scenario has no flow.".to_owned()));
    };
    let index = simulation.links().iter().position(|meta| meta.id == id);
    index.map(narrow::<u32>).ok_or_else(|| {
        RunError::Option(unknown("link", id, simulation.links().iter().map(|meta| meta.id.as_str())))
    })
}

/// The index of a flow in the world. Without an ID, the first flow of the document.
pub fn flow_index(simulation: &Simulation, id: Option<&str>) -> Result<usize, RunError> {
    let (order, flows) = (simulation.document_order(), simulation.flows());
    let found = match id {
        None => order.first().map(|&flow| flow as usize),
        Some(id) => flows.iter().position(|meta| meta.id == id),
    };
    let known = order.iter().map(|&flow| flows[flow as usize].id.as_str());
    found.ok_or_else(|| RunError::Option(unknown("flow", id.unwrap_or(""), known)))
}

/// The message that there is no flow or link with this ID.
pub fn unknown<'a>(what: &str, id: &str, known: impl Iterator<Item = &'a str>) -> String {
    /// Maximum number of IDs that a message lists.
    const LISTED: usize = 12;
    let known: Vec<&str> = known.collect();
    let more = if known.len() > LISTED { ", and others" } else { "" };
    let listed: Vec<&str> = known.iter().copied().take(LISTED).collect();
    format!("There is no {what} \"{id}\". The {what}s are {}{more}.", listed.join(", "))
}
