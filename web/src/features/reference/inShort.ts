// Three sentences about each algorithm for a student: the idea, what its picture shows, and when it matters. They are in
// English, as the texts of the catalogue are.
export const IN_SHORT: Readonly<Record<string, string>> = {
  tahoe:
    "Tahoe sends more and more until a packet is lost, and then starts again from one packet. Its window is a series of steep climbs from the bottom. It was the first cure for the collapse of the Internet in 1986, and it wastes time after every loss.",
  reno: "Reno halves its window after a loss instead of starting again. Its window is the sawtooth that textbooks show. Several losses in one window confuse it, and then only its timer helps.",
  newreno:
    "NewReno is Reno that stays calm until all losses of one window are repaired. It repairs one loss per round trip. Many other algorithms are compared with it.",
  sack: "With selective acknowledgements, the receiver says exactly which packets have arrived. The sender can then repair many losses in one round trip. Nearly every TCP of today has this.",
  cubic:
    "CUBIC remembers the window at which the last loss occurred and returns to it fast, then slowly looks further. Its window is a curve that flattens near the old peak and steepens beyond it. Most servers and computers use it, so it is what new algorithms have to live with.",
  search:
    "SEARCH looks for the moment at which sending more no longer lets more arrive. It compares what was sent with what arrives one round trip later. Jitter on radio links, which ends the slow start of others too soon, hardly confuses it.",
  careful_resume:
    "A new connection usually knows nothing about its path. This one remembers how much an earlier connection could send, tries half of that after one round trip, and takes it back if packets are lost. Over a satellite it saves seconds.",
  highspeed:
    "HighSpeed TCP grows faster and gives up less, the larger its window is. On slow paths it behaves like Reno. On fast and long paths it recovers from a loss much sooner, and takes more from flows that do not.",
  scalable:
    "Scalable TCP grows by one per cent per round trip and gives up an eighth at a loss. It therefore needs the same number of round trips to recover at any rate. Flows of this kind do not move towards equal shares as those of Reno do.",
  bic: "BIC searches for the right window between a value that was too large and one that was not. It jumps half of the way at first and takes small steps at the end. CUBIC does nearly the same with one smooth curve.",
  htcp: "H-TCP grows faster, the longer its last loss is ago. Shortly after a loss it behaves like Reno. The decrease is just large enough to empty the queue, so the link need not be idle.",
  illinois:
    "Illinois uses two signals: losses say when to reduce, and the waiting time says how fast to grow. It grows fast while the queue is short and slowly when it is long. Its window therefore stays near the right value for longer than Reno's.",
  binomial:
    "Binomial controls vary how the steps up and down depend on the window. With smaller steps down, the rate is smoother. If the two exponents fit together, its mean window is TCP's at the same loss rate.",
  simd: "SIMD gives up little at a loss and begins to grow slowly. The longer no loss follows, the faster it grows. Its rate is smoother than TCP's, and it still finds free capacity soon.",
  yeah: "YeAH-TCP grows fast while few of its packets wait and like Reno while many do. When its own queue becomes long, it takes it away before packets are lost. If Reno flows compete, it stops being polite.",
  hybla:
    "Over a satellite, every round trip takes long, and a normal TCP grows once per round trip. Hybla grows as if the round trip were short, so distance no longer decides who gets the link. At the start it can send far too much at once.",
  westwood:
    "Westwood counts what arrives, and after a loss continues at this rate. A random loss on a radio link therefore hardly slows it down. In congestion it behaves much like Reno.",
  vegas:
    "Vegas compares the round trip now with the shortest one and sees how many of its packets wait. It grows while few wait and shrinks while many do. Alone it keeps the queue short; next to a flow that fills the queue, it gets little.",
  ledbat:
    "LEDBAT is for traffic that nobody waits for, such as backups and updates. It uses what is free and goes back when the queue grows. This works only if others make the queue grow beyond its target.",
  ledbat_pp:
    "LEDBAT++ corrects what went wrong with LEDBAT in practice. It slows down regularly, so that the queue drains and every flow can measure the delay of the empty path. Windows uses it for updates.",
  copa: "Copa turns the waiting time into a rate: the longer packets wait, the less it sends. Alone or with one other, it empties the queue every few round trips and measures the path again. If the queue does not empty, somebody else fills it, and Copa competes.",
  bbr: "BBR measures how fast packets arrive and how short the round trip can be, and sends at the rate that follows. It does not wait for losses, so it fills the link with a short queue when it is alone. Next to other flows, the size of the buffer decides who gets more.",
  bbr3: "BBR v3 keeps the model of BBR and takes losses and marks into account. It leaves some room for others and probes more gently. It shares better with CUBIC than the first version.",
  c4: "C4 is made for video calls. It remembers the highest rate that went well and forgets it only in congestion, so a quiet picture costs it nothing. It allows for the jumps in delay of a poor Wi-Fi, which stop others.",
  dctcp:
    "In a data centre, switches mark packets as soon as a few wait. DCTCP counts the marks and reduces its window by as much as their share asks for. The queue stays very short, and the link stays busy.",
  prague:
    "Prague brings the marks of DCTCP to the Internet. In a queue made for it, its packets wait for about a millisecond. It grows and shrinks in many small steps instead of a few large ones.",
  tfrc: "TFRC asks how much TCP would send at the loss rate of the recent past, and sends that evenly. Its rate has no sawtooth. The price is that it reacts slowly when the network changes.",
  rap: "RAP does with a rate what TCP does with a window: it adds a little and halves at a loss. Packets leave evenly. It has no timeouts, so it gets more than TCP where losses are many.",
  tfwc: "TFWC computes a window from the equation of TFRC and lets acknowledgements set the pace. It is nearly as smooth as TFRC. It follows changes of the path as a window does, by itself.",
  tfrcp:
    "TFRCP looks back every few seconds: with losses it sets the rate by an equation, without losses it doubles. Its rate is a staircase. It is simple, and coarse.",
  ifp: "IFP is TCP's window for media: a lost frame is not sent again, because it would come too late. The source encodes as much as the window allows per round trip. The rate goes up and down as TCP's does.",
  gaimd:
    "GAIMD changes the two numbers of TCP's rule: how much to add and how much to give up. A smaller decrease with a smaller increase gives a smoother rate. If they fit together, the mean is that of TCP.",
  taimd:
    "TAIMD guesses its fair share from its last peaks and valleys. It grows fast below this guess and slowly above it. The window then stays close to one value, which suits media.",
  trabol:
    "A radar has to deliver a picture in time and can accept gaps in it. TRABOL sends at a target rate, cuts the rate after heavy losses, and returns in steps. It does not look for the rate without losses.",
  lda: "LDA changes the rate of a media flow only when a report of the receiver arrives. Each step up is smaller than the last while nothing is lost. A report with losses makes it go down in proportion.",
  ldaf: "LDAF is LDA with an increase that does not shrink over time. It therefore climbs until packets are lost. Its rate moves more than that of LDA.",
  lda_plus:
    "LDA+ adapts every few seconds, from the losses and delays in the receiver's reports. It asks what TCP would do in this time and stays within that. It is even and slow, and works with few reports.",
  tpba: "TPBA lets TCP find the fair rate for a few seconds and then sends at this rate without TCP. So it alternates between probing and steady sending. What it measured can be out of date soon.",
  nada: "NADA adds up delay, losses and marks to one number and steers this number towards a target. While the number is below the target, the rate grows. It was made for video calls on the Internet.",
  gcc: "GCC watches whether packets arrive later and later, and lowers the rate before packets are lost. It controls video calls in browsers. Next to a flow that fills the queue, it keeps only a small part of the link.",
  scream:
    "SCReAM sends media only when earlier packets are acknowledged, so it stops when the network does. Its window keeps the waiting time near a target. The encoder follows the window with some delay.",
  scream2:
    "The second version of SCReAM answers early marks of a queue a little at a time, and a growing wait as if it were marks. The encoder's rate is the window over the round-trip time. It is made for queues such as DualPI2, which mark early.",
  udp: "UDP sends what its application gives it, whatever happens. Losses do not slow it down. It shows what others suffer when one flow does not react.",
  hand: "Here you are the algorithm: the window is what you set. Nothing moves it but you. Drive it against CUBIC or BBR, and see how well you do.",
};
