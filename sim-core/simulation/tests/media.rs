//! Whole runs of the congestion controls for video calls: NADA, GCC and SCReAM alone, with losses, marks and
//! changes of the capacity, and an encoder that follows them. The calculations of single steps by hand are in
//! the modules of these controls.

use crate::support::{as_stated, finished_run, new_run, run_until_ns};
use serde_json::{Value, json};
use sim_core::analysis::response::nada_delay;
use sim_core::ground::time::{MILLISECOND, SECOND};
use sim_core::simulation::Simulation;

/// A document with one flow of 500-byte packets on a path for a video call: a base RTT of 50 ms and a buffer
/// of 300 ms. `link` is the rate in bit/s. The warm-up is half of `duration`, in seconds.
fn media_path(algorithm: &str, params: Value, link: f64, duration: f64) -> Value {
    json!({"v": 1, "duration": duration, "warmup": duration / 2.0,
        "network": {"kind": "dumbbell",
            "forward": {"rate": link, "delay": 0.025, "queue": {"kind": "drop_tail", "limit": {"seconds": 0.3}}}},
        "flows": [{"id": "a", "algorithm": algorithm, "packet": 500, "params": params,
                   "access": {"sender": 0, "receiver": 0}}]})
}

/// The sender's rate in bytes per second.
fn bytes_per_second(run: &Simulation) -> f64 {
    run.world().sender_state(0).rate.unwrap_or(0.0) / 8.0
}

/// RFC 8627, one-dimensional parity without interleaving: one lost packet among five and their parity is restored. Of frames of
/// one packet each, 2 % are lost without parity, and 0.02 (1 - 0.98^5) = 0.19 % with it; of 18,000 frames 360 and 34.6, with standard
/// deviations of 19 and 6. A sixth of the packets is parity.
#[test]
fn parity_restores_lost_packets_of_a_call() {
    let missing = |parity: Value| {
        let mut document = media_path("udp", json!({}), 4e6, 600.0);
        (document["warmup"], document["flows"][0]["packet"]) = (json!(0), json!(1500));
        document["flows"][0]["source"] =
            json!({"kind": "media", "rates": [2e5], "deadline": 0.4, "parity": parity});
        document["network"]["forward"]["loss"] =
            json!([{"kind": "random", "probability": 0.02, "what": "data"}]);
        let flow = finished_run(&document).summary()["flows"][0].clone();
        println!("{}", flow["media"]);
        let on_time = |name: &str| flow["media"][name].as_u64().expect("a number");
        assert!(on_time("frames") >= 18_000);
        (on_time("missing"), flow["sent"].as_f64().expect("a number"))
    };
    let ((without, sent), (with, sent_with)) = (missing(Value::Null), missing(json!(5)));
    println!("{without} and {with} frames, {sent} and {sent_with} packets");
    assert!((280..440).contains(&without) && (12..58).contains(&with), "{without} {with}");
    assert!((sent_with / sent - 1.2).abs() < 1e-3, "{sent} {sent_with}");
}

/// RFC 4585 and 4588: a lost packet arrives again after a round trip. Of 18,000 frames of one packet each, 2 % lose it, 360 with a
/// standard deviation of 19, and within the player's 400 ms there is time for three attempts, so nearly none is missing.
#[test]
fn a_call_sends_lost_packets_again() {
    let run = |resend: bool| {
        let mut document = media_path("udp", json!({}), 4e6, 600.0);
        (document["warmup"], document["flows"][0]["packet"]) = (json!(0), json!(1500));
        document["flows"][0]["source"] =
            json!({"kind": "media", "rates": [2e5], "deadline": 0.4, "resend": resend});
        document["network"]["forward"]["loss"] =
            json!([{"kind": "random", "probability": 0.02, "what": "data"}]);
        let flow = finished_run(&document).summary()["flows"][0].clone();
        let number = |value: &Value| value.as_u64().expect("a number");
        (number(&flow["media"]["missing"]), number(&flow["retransmitted"]))
    };
    let ((without, _), (with, again)) = (run(false), run(true));
    println!("{without} and {with} frames, {again} packets again");
    assert!((280..440).contains(&without) && with <= 2, "{without} {with}");
    assert!((280..440).contains(&again), "{again}");
}

/// A call of GCC at a base RTT of 50 ms with 2 % of random loss: without repetitions a frame of 15 packets is complete with a
/// probability of 0.98^15 = 0.74, with them browsers have nearly all frames.
#[test]
fn a_call_of_gcc_survives_random_losses() {
    let share = |resend: bool| {
        let mut document = media_path("gcc", json!({}), 8e6, 60.0);
        document["flows"][0]["packet"] = json!(1200);
        document["flows"][0]["source"] = json!({"kind": "media", "resend": resend});
        document["network"]["forward"]["loss"] =
            json!([{"kind": "random", "probability": 0.02, "what": "data"}]);
        let media = finished_run(&document).summary()["flows"][0]["media"].clone();
        println!("{media}");
        media["on_time"].as_f64().expect("a number") / media["frames"].as_f64().expect("a number")
    };
    let (without, with) = (share(false), share(true));
    println!("{without} and {with} of the frames");
    assert!((0.65..0.85).contains(&without) && with > 0.98, "{without} {with}");
}

/// Opus at 32 kb/s: 50 packets a second of 80 bytes (RFC 7587), here with headers of 28 bytes. On an empty path they take the propagation
/// delay and at most the times of a packet of the picture and of their own on the line. A lost one is not sent again.
#[test]
fn a_call_has_audio_next_to_the_picture() {
    let run = |loss: f64| {
        let mut document = media_path("udp", json!({}), 4e6, 120.0);
        (document["warmup"], document["flows"][0]["packet"]) = (json!(0), json!(1500));
        document["flows"][0]["source"] =
            json!({"kind": "media", "rates": [2e5], "audio": 32e3, "resend": true});
        document["network"]["forward"]["loss"] =
            json!([{"kind": "random", "probability": loss, "what": "data"}]);
        finished_run(&document).summary()["flows"][0].clone()
    };
    let (flow, lossy) = (run(0.0), run(0.05));
    let at = |flow: &Value, path: &str| flow.pointer(path).and_then(Value::as_f64).expect("a number");
    let (in_time, most) = (at(&flow, "/media/audio/in_time"), at(&flow, "/media/audio/delay_ms/max"));
    println!("{} {}", flow["media"], lossy["media"]);
    assert!((5990.0..=6000.0).contains(&in_time), "{in_time}");
    assert_eq!((at(&flow, "/media/audio/late"), at(&flow, "/media/audio/lost")), (0.0, 0.0));
    let line = (1500.0 + 108.0) * 8.0 / 4e6 * 1e3;
    assert!(most > 25.0 && most < 25.0 + line + 0.1, "{most}");
    let rate = at(&flow, "/media/rate_bps") / 8.0 + 80.0 * 50.0 + 28.0 * (30.0 + 50.0);
    assert!((at(&flow, "/goodput_bps") / 8.0 / rate - 1.0).abs() < 0.01, "{rate}");
    // 6000 packets, 5 % of them lost: a standard deviation of 17.
    let lost = at(&lossy, "/media/audio/lost");
    assert!((lost - 300.0).abs() < 70.0, "{lost}");
    assert!(at(&lossy, "/media/missing") <= 3.0);
}

/// The law of the equilibrium: a queueing delay of 10 ms times the largest rate over the link's rate.
#[test]
fn nadas_queueing_delay_follows_from_the_largest_rate() {
    for (link, largest) in [(1e6, 1.5e6), (2e6, 4e6), (4e6, 1e7)] {
        let mut run = new_run(&media_path("nada", json!({"max_rate": largest}), link, 60.0));
        run_until_ns(&mut run, 60 * SECOND);
        let summary = run.summary();
        let law = nada_delay(link, largest, 1.0, 0.01).expect("a delay");
        let mean = summary["links"][0]["queue_delay_ms"]["mean"].as_f64().expect("a mean") / 1e3;
        let goodput = summary["flows"][0]["goodput_bps"].as_f64().expect("a goodput");
        println!("{link}: {mean} s, law {law} s, goodput {goodput}");
        // A packet of 500 bytes takes up to 4 ms to send, which the minimum filter and the queue count
        // differently.
        assert!((mean - law).abs() < 0.004, "{link}: {mean} s instead of {law} s");
        assert!(goodput > 0.9 * link);
    }
}

#[test]
fn flows_of_nada_share_a_link_in_proportion_to_their_priorities() {
    let mut document = media_path("nada", json!({"max_rate": 1.5e6, "priority": 2.0}), 1e6, 150.0);
    let mut second = document["flows"][0].clone();
    (second["id"], second["params"]["priority"]) = (json!("b"), json!(1.0));
    document["flows"].as_array_mut().expect("flows").push(second);
    let mut run = new_run(&document);
    run_until_ns(&mut run, 150 * SECOND);
    let summary = run.summary();
    let goodput = |flow: usize| summary["flows"][flow]["goodput_bps"].as_f64().expect("a goodput");
    let ratio = goodput(0) / goodput(1);
    println!("{ratio}");
    assert!((1.6..2.4).contains(&ratio), "{ratio}");
}

/// With a loss of 2 %, a penalty of 40 ms remains above the target of 10 x 1.5 / 1 = 15 ms at 1 Mb/s. In
/// equilibrium 10 ms x 1.5 Mb/s / r = 40 ms: r = 375 kb/s.
#[test]
fn a_loss_of_2_percent_limits_the_rate_of_nada() {
    let mut document = media_path("nada", json!({"max_rate": 1.5e6}), 1e6, 300.0);
    document["network"]["forward"]["loss"] = json!([{"kind": "every", "n": 50, "what": "data"}]);
    let mut run = new_run(&document);
    run_until_ns(&mut run, 300 * SECOND);
    let goodput = run.summary()["flows"][0]["goodput_bps"].as_f64().expect("a goodput");
    println!("{goodput}");
    // At 100 packets per second and a loss every 50 packets, the observation window of 0.5 s sometimes
    // contains no loss, and the accelerated mode raises the rate for one report.
    assert!((330e3..440e3).contains(&goodput), "{goodput}");
}

#[test]
fn marks_count_less_than_losses_for_nada() {
    // A CoDel queue that marks instead of dropping.
    let queue = json!({"kind": "codel", "ecn": true, "limit": {"packets": 1000}});
    let mut document = media_path("nada", json!({"ecn": true}), 4e6, 60.0);
    document["network"]["forward"]["queue"] = queue;
    let mut run = new_run(&document);
    run_until_ns(&mut run, 60 * SECOND);
    let summary = run.summary();
    println!("{}", summary["flows"][0]);
    assert_eq!(summary["flows"][0]["lost"].as_f64(), Some(0.0));
    assert!(summary["flows"][0]["goodput_bps"].as_f64().expect("a goodput") > 0.8 * 4e6);
}

/// The figures on the page of NADA: the base delay of a latecomer contains the queue of the others.
#[test]
fn latecomers_of_nada_get_more() {
    let flow = |index: usize| {
        json!({"id": format!("n{index}"), "algorithm": "nada", "start": 10 * index,
               "access": {"sender": 0, "receiver": 0}})
    };
    let document = as_stated(json!({"v": 1, "duration": 120, "warmup": 60,
        "network": {"kind": "dumbbell",
            "forward": {"rate": 8e6, "delay": 0.025, "queue": {"kind": "drop_tail", "limit": {"packets": 100}}}},
        "flows": Vec::from_iter((0..4).map(flow))}));
    let summary = finished_run(&document).summary();
    let goodput = |index: usize| summary["flows"][index]["goodput_bps"].as_f64().expect("a goodput") / 1e6;
    println!("{:?}", Vec::from_iter((0..4).map(goodput)));
    assert!((goodput(0) - 1.2).abs() < 0.1 && (goodput(3) - 3.2).abs() < 0.1);
    assert!((1..4).all(|index| goodput(index) > goodput(index - 1)));
}

/// A call with an encoder on 4 Mb/s, from 20 s on.
fn gcc_call(params: Value, packets: u32, others: &[Value], duration: f64) -> Value {
    let call = json!({"id": "a", "algorithm": "gcc", "params": params, "source": {"kind": "media"}});
    let mut flows = vec![call];
    flows.extend_from_slice(others);
    as_stated(json!({"v": 1, "duration": duration, "warmup": duration.min(60.0) / 3.0,
        "network": {"kind": "dumbbell",
            "forward": {"rate": 4e6, "delay": 0.025, "queue": {"kind": "drop_tail", "limit": {"packets": packets}}}},
        "flows": flows}))
}

/// The figures on the page of GCC: WebRTC's gains lower the threshold faster than they raise it.
#[test]
fn the_threshold_of_browsers_gives_way_to_cubic() {
    let share = |params: Value| {
        let shares = (1..=5).map(|seed| {
            let others = [json!({"id": "d", "algorithm": "cubic", "start": 5})];
            let mut document = gcc_call(params.clone(), 25, &others, 120.0);
            document["seed"] = json!(seed);
            let summary = finished_run(&document).summary();
            let goodput = |flow: usize| summary["flows"][flow]["goodput_bps"].as_f64().expect("a goodput");
            goodput(0) / (goodput(0) + goodput(1))
        });
        shares.sum::<f64>() / 5.0
    };
    let (browsers, fixed) = (share(json!({})), share(json!({"thresholds": "fixed"})));
    let draft = share(json!({"k_up": 0.01, "k_down": 0.00018}));
    println!("{browsers} {fixed} {draft}");
    for (is, stated) in [(browsers, 0.18), (fixed, 0.82), (draft, 0.80)] {
        assert!((is - stated).abs() < 0.01, "{is} instead of {stated}");
    }
}

/// The rules of browsers fill the bursts with padding. Without them, 8 % per second from 300 kb/s on take half a
/// minute to 3 Mb/s.
#[test]
fn probes_with_padding_find_the_rate_of_an_encoder_within_three_seconds() {
    let rate = |params: Value| {
        let mut run = new_run(&gcc_call(params, 100, &[], 10.0));
        run_until_ns(&mut run, 3 * SECOND);
        8.0 * bytes_per_second(&run)
    };
    let (browsers, draft) = (rate(json!({})), rate(json!({"rules": "draft"})));
    println!("{browsers} {draft}");
    assert!(browsers > 3e6 && draft < 0.5e6, "{browsers} {draft}");
    let without = rate(json!({"probing": false}));
    assert!(without < 0.5e6, "{without}");
}

/// Padding is not delivered to the application: the goodput is that of the frames.
#[test]
fn padding_is_not_counted_as_goodput() {
    let padding = |rules: &str| {
        let mut document = gcc_call(json!({"rules": rules}), 100, &[], 4.0);
        // Nothing is in flight at the end, and nothing is lost.
        document["flows"][0]["stop"] = json!(3);
        document["warmup"] = json!(0);
        let run = finished_run(&document);
        let counts = run.observer().flows[0].counts();
        counts.sent - counts.delivered
    };
    assert_eq!(padding("draft"), 0);
    assert!((8..40).contains(&padding("browsers")), "{}", padding("browsers"));
}

/// A loss of 5 % that does not depend on the rate limits the draft's rules, and not those of browsers.
#[test]
fn losses_of_the_path_do_not_limit_the_rate_of_browsers() {
    let goodput = |rules: &str| {
        let mut document = gcc_call(json!({"rules": rules}), 100, &[], 120.0);
        document["network"]["forward"]["loss"] =
            json!([{"kind": "random", "probability": 0.05, "what": "data"}]);
        finished_run(&document).summary()["flows"][0]["goodput_bps"].as_f64().expect("a goodput")
    };
    let (browsers, draft) = (goodput("browsers"), goodput("draft"));
    println!("{browsers} {draft}");
    assert!(browsers > 3e6 && draft < 1.5e6, "{browsers} {draft}");
}

/// The capacity rises to ten times what the application sends. Only the probes of an application-limited flow show it.
#[test]
fn an_application_that_limits_the_rate_is_probed() {
    let rate = |probes: bool| {
        let mut document = gcc_call(json!({"alr_probes": probes}), 100, &[], 30.0);
        document["flows"][0]["source"] = json!({"kind": "media", "rates": [4e5]});
        document["network"]["forward"]["rate"] = json!(1e6);
        document["timeline"] = json!([{"at": 10, "set": "network.forward.rate", "to": 4e6}]);
        let mut run = new_run(&document);
        run_until_ns(&mut run, 30 * SECOND);
        8.0 * bytes_per_second(&run)
    };
    let (with, without) = (rate(true), rate(false));
    println!("{with} {without}");
    assert!(with > 2e6 && without < 1.2e6, "{with} {without}");
}

/// With a queue that marks early, the second version of SCReAM keeps the wait at a few milliseconds without losses.
#[test]
fn scream_2_follows_the_marks_of_dual_pi2() {
    let document = as_stated(json!({"v": 1, "duration": 60, "warmup": 20,
        "network": {"kind": "dumbbell", "forward": {"rate": 4e6, "delay": 0.025, "queue": {"kind": "dual_pi2"}}},
        "flows": [{"id": "a", "algorithm": "scream2", "source": {"kind": "media"}}]}));
    let summary = finished_run(&document).summary();
    let flow = &summary["flows"][0];
    println!("{flow}");
    assert_eq!(flow["lost"].as_f64(), Some(0.0));
    assert!(flow["queue_delay_ms"]["p95"].as_f64().expect("a wait") < 15.0);
    assert!(flow["goodput_bps"].as_f64().expect("a goodput") > 2e6);
    let on_time = flow["media"]["on_time"].as_f64().expect("frames");
    assert!(on_time >= 0.99 * flow["media"]["frames"].as_f64().expect("frames"));
}

/// A packet that arrives 10 or 30 ms late is no loss: the draft waits for a time, not for later packets.
#[test]
fn scream_2_is_not_slowed_by_reordering() {
    let goodput = |delay: f64| {
        let mut document = media_path("scream2", json!({}), 5e7, 30.0);
        document["network"]["forward"]["impairments"] = json!({"reorder": {"probability": if delay > 0.0 { 0.01 } else { 0.0 }, "delay": delay.max(0.001)}});
        document["flows"][0]["packet"] = json!(1500);
        finished_run(&as_stated(document)).summary()["flows"][0]["goodput_bps"].as_f64().expect("a goodput")
    };
    let undisturbed = goodput(0.0);
    for delay in [0.01, 0.03] {
        println!("{delay}: {} of {undisturbed}", goodput(delay));
        assert!(goodput(delay) > 0.95 * undisturbed, "{delay}");
    }
}

/// After an outage in which all packets are lost or kept, a packet that goes out against the window shows within a second that the path is open.
#[test]
fn scream_2_sends_again_within_a_second_after_an_outage() {
    for drops in [false, true] {
        let mut document = media_path("scream2", json!({}), 1e7, 30.0);
        if drops {
            document["timeline"] = json!([
                {"at": 10, "set": "network.forward.loss", "to": [{"kind": "random", "probability": 1.0}]},
                {"at": 12, "set": "network.forward.loss", "to": []}]);
        } else {
            document["network"]["forward"]["impairments"] = json!({"outages": [{"at": 10, "lasts": 2}]});
        }
        document["warmup"] = json!(0);
        let mut run = new_run(&as_stated(document));
        let delivered = |seconds: u64, run: &mut Simulation| {
            run_until_ns(run, seconds * SECOND);
            run.observer().flows[0].counts().delivered
        };
        let at_13 = delivered(13, &mut run);
        let at_14 = delivered(14, &mut run);
        println!("drops {drops}: {} packets in the second after 13 s", at_14 - at_13);
        assert!(at_14 - at_13 > 10, "drops {drops}");
    }
}

/// NADA's largest rate is that of its encoder, so it tolerates neither long queues nor losses on slow links (RFC 8698 section 4.1).
#[test]
fn nada_with_an_encoder_loses_little_on_a_slow_link() {
    for (link, least) in [(0.5e6, 0.97), (1e6, 0.99)] {
        let mut document = media_path("nada", json!({}), link, 60.0);
        document["network"]["forward"]["queue"] = json!({"kind": "drop_tail", "limit": {"packets": 25}});
        document["flows"][0]["source"] = json!({"kind": "media", "rates": [1.5e5, 2.5e6]});
        let summary = finished_run(&as_stated(document)).summary();
        let flow = &summary["flows"][0];
        let number = |value: &Value| value.as_f64().expect("a number");
        let on_time = number(&flow["media"]["on_time"]) / number(&flow["media"]["frames"]);
        println!("{link}: loss {}, in time {on_time}", number(&flow["loss_fraction"]));
        assert!(number(&flow["loss_fraction"]) < 0.01 && on_time > least, "{link}: {flow}");
    }
}

/// Without marks, it keeps the queueing delay between half of its target of 60 ms and the target.
#[test]
fn scream_2_keeps_the_delay_below_its_target() {
    for link in [1e6, 4e6] {
        let summary = finished_run(&media_path("scream2", json!({"ecn": false}), link, 60.0)).summary();
        let goodput = summary["flows"][0]["goodput_bps"].as_f64().expect("a goodput");
        let wait = summary["links"][0]["queue_delay_ms"]["mean"].as_f64().expect("a mean");
        println!("{link}: {goodput}, {wait} ms");
        assert!(goodput > 0.8 * link, "{goodput}");
        assert!(wait < 60.0, "{wait} ms");
    }
}

#[test]
fn gcc_alone_fills_a_link_with_a_short_queue() {
    for link in [1e6, 4e6] {
        let mut run = new_run(&media_path("gcc", json!({}), link, 60.0));
        run_until_ns(&mut run, 60 * SECOND);
        let summary = run.summary();
        let goodput = summary["flows"][0]["goodput_bps"].as_f64().expect("a goodput");
        let wait = summary["links"][0]["queue_delay_ms"]["mean"].as_f64().expect("a mean");
        println!("{link}: {goodput}, {wait} ms");
        assert!(goodput > 0.9 * link, "{goodput}");
        assert!(wait < 50.0, "{wait} ms");
    }
}

#[test]
fn probes_of_gcc_find_the_capacity_within_two_seconds() {
    let rate_at_2_s = |probing: bool| {
        let mut run = new_run(&media_path("gcc", json!({"probing": probing}), 4e6, 10.0));
        run_until_ns(&mut run, 2 * SECOND);
        8.0 * bytes_per_second(&run)
    };
    let (with, without) = (rate_at_2_s(true), rate_at_2_s(false));
    println!("{with} {without}");
    assert!(with > 3e6, "{with}");
    // 300 kb/s x 1.08^2 = 350 kb/s.
    assert!((320e3..360e3).contains(&without), "{without}");
}

#[test]
fn gcc_detects_a_halved_capacity_within_a_second() {
    let mut document = media_path("gcc", json!({}), 4e6, 40.0);
    document["timeline"] = json!([{"at": 30, "set": "network.forward.rate", "to": 2e6}]);
    let mut run = new_run(&document);
    run_until_ns(&mut run, 31 * SECOND);
    let rate = 8.0 * bytes_per_second(&run);
    assert!(rate < 2e6, "{rate}");
}

#[test]
fn only_a_loss_above_ten_percent_limits_the_rate_of_gcc() {
    let goodput = |p: f64| {
        let mut document = media_path("gcc", json!({}), 1e6, 60.0);
        document["network"]["forward"]["loss"] =
            json!([{"kind": "random", "probability": p, "what": "data"}]);
        let mut run = new_run(&document);
        run_until_ns(&mut run, 60 * SECOND);
        run.summary()["flows"][0]["goodput_bps"].as_f64().expect("a goodput")
    };
    let (some, much) = (goodput(0.05), goodput(0.2));
    println!("{some} {much}");
    // The loss is measured over 20 packets. With a mean of 5 %, 7.5 % of these measurements have three
    // losses, more than 10 %.
    assert!(some > 0.5e6 && much < 0.05e6, "{some} {much}");
}

#[test]
fn scream_alone_fills_a_link_with_a_delay_below_its_target() {
    let mut run = new_run(&media_path("scream", json!({"ramp_up": 1e6}), 4e6, 60.0));
    run_until_ns(&mut run, 60 * SECOND);
    let summary = run.summary();
    let goodput = summary["flows"][0]["goodput_bps"].as_f64().expect("a goodput");
    let wait = summary["links"][0]["queue_delay_ms"]["mean"].as_f64().expect("a mean");
    println!("{goodput}, {wait} ms");
    assert!(goodput > 0.9 * 4e6, "{goodput}");
    assert!(wait < 100.0, "{wait} ms");
}

#[test]
fn the_encoder_of_scream_ramps_up_by_200_kbps_per_second() {
    // From 150 kb/s, half of the rate per second up to 400 kb/s: ln(400 / 150) / 0.5 = 2 s. Then 200 kb/s per
    // second: 2 Mb/s after 10 s, in steps of 0.2 s.
    let mut run = new_run(&media_path("scream", json!({}), 10e6, 20.0));
    run_until_ns(&mut run, 10 * SECOND);
    let rate = 8.0 * bytes_per_second(&run);
    assert!((1.8e6..2.1e6).contains(&rate), "{rate}");
}

/// The window bounds the packets that are in flight after an outage.
#[test]
fn an_outage_is_followed_by_no_burst_of_scream() {
    let mut document = media_path("scream", json!({"ramp_up": 1e6}), 4e6, 30.0);
    document["timeline"] = json!([{"at": 20, "set": "network.forward.rate", "to": 0}, {"at": 21, "set": "network.forward.rate", "to": 4e6}]);
    let mut run = new_run(&document);
    for step in 1..=300 {
        run_until_ns(&mut run, step * 100 * MILLISECOND);
        let state = run.world().sender_state(0);
        let window = state.window.expect("a window");
        // A window that has just shrunk can be smaller than the packets in flight.
        if step == 209 {
            assert!(
                f64::from(state.in_flight) <= window + 2.0,
                "{} packets, window {window}",
                state.in_flight
            );
        }
    }
    assert_eq!(run.summary()["flows"][0]["lost"].as_f64(), Some(0.0));
}

/// The summary of the frames of an encoder that follows a congestion control. A player that shows frames
/// after 400 ms tolerates SCReAM's queue of 100 ms and more.
fn encoder(algorithm: &str, follows: &str, link: f64) -> Value {
    let mut document = media_path(algorithm, json!({"max_rate": 2.0 * link}), link, 60.0);
    document["flows"][0]["source"] = json!({"kind": "media", "follows": follows, "deadline": 0.4,
        "rates": [3e5, 4e5, 5.3e5, 7e5, 9.3e5, 1.24e6, 1.65e6, 2.2e6]});
    finished_run(&document).summary()["flows"][0]["media"].clone()
}

#[test]
fn an_encoder_that_follows_its_congestion_control_delivers_its_frames_in_time() {
    for algorithm in ["nada", "gcc", "scream"] {
        for follows in ["ladder", "exact"] {
            let media = encoder(algorithm, follows, 1.2e6);
            println!("{algorithm} {follows}: {media}");
            let number = |name: &str| media[name].as_f64().expect("a number");
            // 30 frames per second in the second half of 60 s.
            assert!((898.0..=902.0).contains(&number("frames")));
            assert!(number("on_time") > 0.95 * number("frames"), "{algorithm} {follows}: {media}");
            // At least the second highest bit rate below the link's 1.2 Mb/s on average, and not more than
            // the link carries.
            assert!((0.7e6..1.2e6).contains(&number("rate_bps")), "{algorithm} {follows}: {media}");
        }
    }
}
