// A dumbbell of docs/performance.md in ns-3: prints the packet-hops of a run and the user time of Simulator::Run as JSON. ns-3 has
// no TFRC, so all flows are TCP. Arguments: flows, rate in bit/s, round-trip time and duration in seconds, "sack" or "reno".
#include <ctime>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/traffic-control-module.h"

using namespace ns3;

static std::vector<Ptr<PointToPointNetDevice>> devices;

// Joins two nodes and gives both an address. The queue of a device is its only one.
static Ipv4InterfaceContainer Join(Ptr<Node> a, Ptr<Node> b, double rate, double delay, unsigned packets) {
  PointToPointHelper link;
  link.SetDeviceAttribute("DataRate", DataRateValue(DataRate(uint64_t(rate))));
  link.SetChannelAttribute("Delay", TimeValue(Seconds(delay)));
  link.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", QueueSizeValue(QueueSize(QueueSizeUnit::PACKETS, packets)));
  NetDeviceContainer both = link.Install(a, b);
  for (unsigned end : {0, 1}) devices.push_back(DynamicCast<PointToPointNetDevice>(both.Get(end)));
  static Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
  Ipv4InterfaceContainer interfaces = addresses.Assign(both);
  addresses.NewNetwork();
  TrafficControlHelper().Uninstall(both);
  return interfaces;
}

// Sends what is not for a link of the node to a gateway at the end of the node's first link.
static void Route(Ptr<Node> node, Ipv4Address gateway) {
  Ipv4StaticRoutingHelper().GetStaticRouting(node->GetObject<Ipv4>())->SetDefaultRoute(gateway, 1);
}

int main(int, char** argv) {
  const unsigned flows = std::stoul(argv[1]);
  const double rate = std::stod(argv[2]), rtt = std::stod(argv[3]), duration = std::stod(argv[4]);
  // IPv4, TCP and its timestamps take 52 bytes of a packet of 1000.
  Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(948));
  Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(1));
  // Four times the largest window: longer lists of packets would take more time.
  const unsigned bdp = std::max(4.0, std::ceil(rate * rtt / 8000));
  Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(8000 * bdp));
  Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(8000 * bdp));
  Config::SetDefault("ns3::TcpSocketBase::Sack", BooleanValue(std::string(argv[5]) == "sack"));
  Config::SetDefault("ns3::TcpL4Protocol::SocketType", TypeIdValue(TypeId::LookupByName("ns3::TcpNewReno")));

  NodeContainer nodes(2 + 2 * flows);
  InternetStackHelper().Install(nodes);
  Ptr<Node> left = nodes.Get(0), right = nodes.Get(1);
  // The packet in service is not in the queue.
  Ipv4InterfaceContainer middle = Join(left, right, rate, rtt * 3 / 8, bdp - 1);
  Route(left, middle.GetAddress(1));
  Route(right, middle.GetAddress(0));
  std::mt19937 random(1);
  for (unsigned flow = 0; flow < flows; flow++) {
    Ptr<Node> sender = nodes.Get(2 + 2 * flow), receiver = nodes.Get(3 + 2 * flow);
    const double access = std::max(100e6, 10 * rate);
    Ipv4InterfaceContainer near = Join(sender, left, access, rtt / 16, 1000000);
    Ipv4InterfaceContainer far = Join(receiver, right, access, rtt / 16, 1000000);
    Route(sender, near.GetAddress(1));
    Route(receiver, far.GetAddress(1));
    InetSocketAddress there(far.GetAddress(0), 9);
    PacketSinkHelper("ns3::TcpSocketFactory", there).Install(receiver);
    BulkSendHelper source("ns3::TcpSocketFactory", there);
    source.SetAttribute("SendSize", UintegerValue(948));
    source.Install(sender).Start(Seconds(random() / double(random.max())));
  }
  Simulator::Stop(Seconds(duration));
  const std::clock_t before = std::clock();
  Simulator::Run();
  const double seconds = double(std::clock() - before) / CLOCKS_PER_SEC;
  double hops = 0;
  for (auto& device : devices) {
    Ptr<Queue<Packet>> queue = device->GetQueue();
    hops += queue->GetTotalReceivedPackets() - queue->GetTotalDroppedPackets() - queue->GetNPackets();
  }
  std::cout << "{\"packet_hops\": " << uint64_t(hops) << ", \"ns_per_hop\": " << seconds * 1e9 / hops << "}\n";
}
