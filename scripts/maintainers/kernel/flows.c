// TCP flows for runs of a Linux kernel.
//   flows receive [ALGORITHM]             accepts connections on port 5001 and discards their data
//   flows send SECONDS WARM-UP SAMPLE_MS TRACE FLOW...
// A FLOW is ALGORITHM,START_MS,ADDRESS,BYTES[,EVERY_MS]. Without BYTES (0) it sends to the end. With an interval it sends BYTES
// each EVERY_MS, which must be longer than writing BYTES takes. The result is JSON.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <err.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { PORT = 5001, CHUNK = 65536, MOST_FLOWS = 256, MOST_EVENTS = 64 };
enum state { WAITING, SENDING, CLOSING, PAUSED, DONE };

struct flow {
    char *algorithm, *address;
    double start, interval, done;
    long bytes, written, samples;
    int timer, socket;
    enum state state;
    struct tcp_info first, last;
    double window, rtt;
};

static struct flow flows[MOST_FLOWS];
static char data[CHUNK];
static struct timespec began;
static int poller;

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (now.tv_sec - began.tv_sec) + (now.tv_nsec - began.tv_nsec) / 1e9;
}

static void watch(int file, unsigned events, void *what, int operation) {
    struct epoll_event event = {.events = events, .data.ptr = what};
    if (epoll_ctl(poller, operation, file, &event)) err(1, "epoll_ctl");
}

static void set_timer(int timer, double first, double interval) {
    struct itimerspec t = {.it_value = {(long)first, (long)((first - (long)first) * 1e9) + (first == 0)},
                           .it_interval = {(long)interval, (long)((interval - (long)interval) * 1e9)}};
    if (timerfd_settime(timer, 0, &t, NULL)) err(1, "timerfd_settime");
}

static int new_timer(void *what) {
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
    watch(timer, EPOLLIN, what, EPOLL_CTL_ADD);
    return timer;
}

static void choose(int socket, const char *algorithm) {
    if (setsockopt(socket, IPPROTO_TCP, TCP_CONGESTION, algorithm, strlen(algorithm))) err(1, "%s", algorithm);
}

static void receive(const char *algorithm) {
    struct sockaddr_in any = {.sin_family = AF_INET, .sin_port = htons(PORT)};
    int listener = socket(AF_INET, SOCK_STREAM, 0), yes = 1;
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (algorithm) choose(listener, algorithm);
    if (bind(listener, (struct sockaddr *)&any, sizeof any) || listen(listener, MOST_FLOWS)) err(1, "listen");
    struct epoll_event event = {.events = EPOLLIN, .data.fd = listener}, ready[MOST_EVENTS];
    epoll_ctl(poller, EPOLL_CTL_ADD, listener, &event);
    for (;;) {
        int count = epoll_wait(poller, ready, MOST_EVENTS, -1);
        for (int i = 0; i < count; i++) {
            int file = ready[i].data.fd;
            if (file != listener) {
                if (read(file, data, CHUNK) <= 0) close(file);
            } else if ((event.data.fd = accept(listener, NULL, NULL)) >= 0) {
                epoll_ctl(poller, EPOLL_CTL_ADD, event.data.fd, &event);
            }
        }
    }
}

static struct tcp_info information(struct flow *flow) {
    struct tcp_info info = {0};
    socklen_t length = sizeof info;
    getsockopt(flow->socket, IPPROTO_TCP, TCP_INFO, &info, &length);
    return info;
}

static void start(struct flow *flow) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(PORT)};
    inet_aton(flow->address, &to.sin_addr);
    flow->socket = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    choose(flow->socket, flow->algorithm);
    connect(flow->socket, (struct sockaddr *)&to, sizeof to);
    watch(flow->socket, EPOLLOUT, flow, EPOLL_CTL_ADD);
    flow->state = SENDING;
}

static void advance(struct flow *flow) {
    if (flow->state == WAITING) {
        start(flow);
    } else if (flow->state == SENDING) {
        long rest = flow->bytes ? flow->bytes - flow->written : CHUNK;
        ssize_t written = write(flow->socket, data, rest < CHUNK ? rest : CHUNK);
        if (written > 0) flow->written += written;
        if (!flow->bytes || flow->written < flow->bytes) return;
        flow->state = flow->interval ? PAUSED : CLOSING;
        if (flow->interval) {
            watch(flow->socket, 0, flow, EPOLL_CTL_DEL);
        } else {
            shutdown(flow->socket, SHUT_WR);
            watch(flow->socket, EPOLLIN, flow, EPOLL_CTL_MOD);
        }
    } else if (flow->state == PAUSED) {
        flow->written = 0;
        flow->state = SENDING;
        watch(flow->socket, EPOLLOUT, flow, EPOLL_CTL_ADD);
    } else if (flow->state == CLOSING && read(flow->socket, data, CHUNK) <= 0) {
        flow->done = seconds();
        flow->state = DONE;
        watch(flow->socket, 0, flow, EPOLL_CTL_DEL);
    }
}

static void sample(struct flow *flow, int is_first, int is_warm, int traced) {
    if (flow->state == WAITING) return;
    struct tcp_info info = flow->last = information(flow);
    if (is_first) flow->first = info;
    if (is_warm) {
        flow->window += info.tcpi_snd_cwnd;
        flow->rtt += info.tcpi_rtt / 1e3;
        flow->samples++;
    }
    if (traced)
        printf("TRACE %ld %.4f cwnd %u ssthresh %u rtt %.2f unacked %u sacked %u lost %u retrans %u acked %llu delivered %u minrtt %.2f state %u pacing %llu\n",
               flow - flows, seconds(), info.tcpi_snd_cwnd, info.tcpi_snd_ssthresh, info.tcpi_rtt / 1e3, info.tcpi_unacked,
               info.tcpi_sacked, info.tcpi_lost, info.tcpi_total_retrans, info.tcpi_bytes_acked, info.tcpi_delivered, info.tcpi_min_rtt / 1e3,
               info.tcpi_ca_state, info.tcpi_pacing_rate);
}

static void send_all(double end, double warm_up, double interval, int traced, int count) {
    int clock = new_timer(NULL), warm = 0;
    struct epoll_event ready[MOST_EVENTS];
    clock_gettime(CLOCK_MONOTONIC, &began);
    for (struct flow *flow = flows; flow < flows + count; flow++) {
        flow->timer = new_timer(flow);
        set_timer(flow->timer, flow->start, flow->interval);
    }
    set_timer(clock, interval, interval);
    for (double now; (now = seconds()) < end;) {
        int events = epoll_wait(poller, ready, MOST_EVENTS, (int)((end - now) * 1e3) + 1);
        for (int i = 0; i < events; i++) {
            struct flow *flow = ready[i].data.ptr;
            unsigned long passed;
            if (flow) {
                if (flow->state == WAITING || flow->state == PAUSED) read(flow->timer, &passed, sizeof passed);
                advance(flow);
            } else if (read(clock, &passed, sizeof passed) > 0) {
                int is_first = !warm && warm_up > 0 && seconds() >= warm_up;
                warm |= is_first || warm_up == 0;
                for (int k = 0; k < count; k++) sample(&flows[k], is_first, warm, traced);
            }
        }
    }
}

static void report(double measured, int count) {
    printf("{\"flows\":[");
    for (struct flow *f = flows; f < flows + count; f++) {
        double samples = f->samples ? f->samples : 1;
        printf("%s{\"goodput_bps\":%.0f,\"retransmitted\":%u,\"sent\":%u,\"window\":%.3f,\"rtt_ms\":%.4f,\"done_ms\":%.4f}",
               f == flows ? "" : ",", (f->last.tcpi_bytes_acked - f->first.tcpi_bytes_acked) * 8 / measured,
               f->last.tcpi_total_retrans - f->first.tcpi_total_retrans, f->last.tcpi_data_segs_out - f->first.tcpi_data_segs_out,
               f->window / samples, f->rtt / samples, f->done * 1e3);
    }
    printf("]}\n");
}

int main(int count, char **words) {
    poller = epoll_create1(0);
    if (count > 1 && !strcmp(words[1], "receive")) receive(words[2]);
    if (count < 7 || count - 6 > MOST_FLOWS) errx(2, "usage: flows send SECONDS WARM-UP SAMPLE_MS TRACE FLOW...");
    for (int i = 6; i < count; i++) {
        struct flow *flow = &flows[i - 6];
        flow->algorithm = strtok(words[i], ",");
        flow->start = atof(strtok(NULL, ",")) / 1e3;
        flow->address = strtok(NULL, ",");
        flow->bytes = atol(strtok(NULL, ","));
        char *interval = strtok(NULL, ",");
        flow->interval = interval ? atof(interval) / 1e3 : 0;
    }
    send_all(atof(words[2]), atof(words[3]), atof(words[4]) / 1e3, atoi(words[5]), count - 6);
    report(atof(words[2]) - atof(words[3]), count - 6);
    return 0;
}
