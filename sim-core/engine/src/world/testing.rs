//! Access to the parts of a world, for tests that call single endpoints.

use super::{EndpointContext, Network, World};
use crate::observer::Observer;
use crate::traffic::App;
use crate::transport::AnyReceiver;

impl World {
    pub fn net_mut(&mut self) -> &mut Network {
        &mut self.net
    }

    pub fn app_mut(&mut self, flow: u32) -> &mut App {
        &mut self.applications.apps[flow as usize]
    }

    /// The context of a connection's endpoint.
    pub fn context<'a>(&'a mut self, conn: u32, obs: &'a mut Observer) -> EndpointContext<'a> {
        let flow = self.net.conn(conn).flow;
        EndpointContext::new(&mut self.net, &mut self.applications, obs, flow, conn)
    }

    /// Calls `act` with a receiver and its context.
    pub fn with_receiver<R>(
        &mut self,
        conn: u32,
        obs: &mut Observer,
        act: impl FnOnce(&mut AnyReceiver, &mut EndpointContext) -> R,
    ) -> R {
        let flow = self.net.conn(conn).flow;
        let mut cx = EndpointContext::new(&mut self.net, &mut self.applications, obs, flow, conn);
        act(&mut self.receivers[conn as usize], &mut cx)
    }
}
