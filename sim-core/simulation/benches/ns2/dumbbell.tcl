# The dumbbells of `fairshare bench` for ns-2 2.35, in its fastest configuration with correct results: only the packet headers in
# use, static routes, no tracing.
#
#   ns dumbbell.tcl MODE TCP TCPS TFRCS RATE RTT TIME BUFFER PACKET
#
# MODE: run; setup (build the network, then stop); count (run, and print the number of packet-hops); probe (print that this is ns-2).
# TCP: Sack1 or Reno. RATE in bit/s, RTT and TIME in s, BUFFER in packets, PACKET in bytes on the wire.
# A quarter of the propagation delay is on the access links, half of it at each side.

if {[lindex $argv 0] eq "probe"} { puts "ns-2 dumbbell"; exit 0 }
lassign $argv mode tcp tcps tfrcs rate rtt time buffer packet
set plenty 1000000

remove-all-packet-headers
add-packet-header IP TCP TFRC TFRC_ACK Flags
Agent/TCP set packetSize_ [expr {$packet - 40}]
Agent/TCP set window_ $plenty
Agent/TCP set overhead_ 0
Agent/TFRC set packetSize_ $packet
Agent/TFRC set overhead_ 0
Agent/TFRCSink set printLoss_ 0

set sim [new Simulator]
$sim rtproto Manual
set draw [new RNG]
$draw seed 1

proc route {from args} {
    eval [list [$from get-module Manual] add-route-to-adj-node] $args
}

# Connects two nodes in both directions.
proc join_nodes {a b rate delay limit back} {
    global sim
    $sim duplex-link $a $b $rate $delay DropTail
    $sim queue-limit $a $b $limit
    $sim queue-limit $b $a $back
}

set left [$sim node]
set right [$sim node]
join_nodes $left $right $rate [expr {$rtt * 3 / 8}] $buffer $plenty
route $left -default $right
route $right -default $left
if {$mode eq "count"} {
    set there [$sim monitor-queue $left $right ""]
    set back [$sim monitor-queue $right $left ""]
}

set access [expr {max(100e6, 10 * $rate)}]
for {set i 0} {$i < $tcps + $tfrcs} {incr i} {
    set host [$sim node]
    set peer [$sim node]
    join_nodes $host $left $access [expr {$rtt / 16}] $plenty $plenty
    join_nodes $right $peer $access [expr {$rtt / 16}] $plenty $plenty
    route $host -default $left
    route $peer -default $right
    route $left $host
    route $right $peer
    if {$i >= $tcps} {
        set sender [new Agent/TFRC]
        set sink [new Agent/TFRCSink]
    } elseif {$tcp eq "Sack1"} {
        set sender [new Agent/TCP/Sack1]
        set sink [new Agent/TCPSink/Sack1]
    } else {
        set sender [new Agent/TCP/$tcp]
        set sink [new Agent/TCPSink]
    }
    $sender set fid_ $i
    $sim attach-agent $host $sender
    $sim attach-agent $peer $sink
    $sim connect $sender $sink
    set source [new Application/FTP]
    $source attach-agent $sender
    $sim at [$draw uniform 0 1] "$source start"
}

proc finish {} {
    global mode there back
    if {$mode eq "count"} {
        # The first access link carries all arrivals at the bottleneck. The bottleneck and the last link carry its departures.
        # Feedback crosses three links.
        set hops [expr {[$there set parrivals_] + 2 * [$there set pdepartures_] + 3 * [$back set pdepartures_]}]
        puts "hops [format %.0f $hops]"
    }
    exit 0
}
$sim at [expr {$mode eq "setup" ? 0 : $time}] finish
$sim run
