// The metrics of a manager, as they are scraped.
import { defineCounter, defineGauge, defineHistogram, ManagerMetrics } from "@capstan/runtime";
import { describe, expect, test } from "vitest";

/** Lines of the metrics with this prefix, without buckets, help and types. */
async function lines({ registry }: ManagerMetrics, prefix: string): Promise<string[]> {
  const text = await registry.metrics();
  return text.split("\n").filter((line) => line.startsWith(prefix) && !line.includes("_bucket"));
}

const controller = (name: string, busy = 0) => ({
  name,
  workers: { size: 10, busy },
  queue: { depths: new Map<number, number>(), delayed: 0, adds: 0, retries: 0 },
  runningMs: () => [],
});

/** The counters and sums of a controller, keyed by the part after their common prefix. */
const reconciles = async (metrics: ManagerMetrics) =>
  Object.fromEntries(
    (await lines(metrics, "controller_runtime_")).flatMap((line) => {
      const [, name = "", labels = "", value] = /^controller_runtime_(\w+)\{([^}]*)\} (\S+)$/.exec(line) ?? [];
      const result = /result="(\w+)"/.exec(labels)?.[1];
      return labels.includes('controller="a"')
        ? [[result === undefined ? name : `${name} ${result}`, Number(value)]]
        : [];
    }),
  );

describe("of reconciles", () => {
  const zeros = {
    active_workers: 3,
    max_concurrent_reconciles: 10,
    reconcile_errors_total: 0,
    reconcile_time_seconds_count: 0,
    reconcile_time_seconds_sum: 0,
    reconcile_timeouts_total: 0,
    "reconcile_total error": 0,
    "reconcile_total requeue": 0,
    "reconcile_total requeue_after": 0,
    "reconcile_total success": 0,
    terminal_reconcile_errors_total: 0,
  };

  test("start at zero, then count results and durations", async () => {
    const metrics = new ManagerMetrics();
    metrics.add(controller("a", 3));
    metrics.add(controller("b"));
    expect(await reconciles(metrics)).toEqual(zeros);
    const { reconciles: of } = metrics;
    of.ended("a", "success", 0.5);
    of.ended("a", "success", 0.25);
    of.ended("a", "requeue_after", 1);
    of.ended("a", "error", 2);
    of.ended("a", "terminal_error", 4);
    of.ended("b", "error", 8);
    of.timedOut("a");
    const all = {
      ...zeros,
      "reconcile_total success": 2,
      "reconcile_total requeue_after": 1,
      "reconcile_total error": 2,
      reconcile_errors_total: 2,
      terminal_reconcile_errors_total: 1,
      reconcile_timeouts_total: 1,
      reconcile_time_seconds_count: 5,
      reconcile_time_seconds_sum: 7.75,
    };
    expect(await reconciles(metrics)).toEqual(all);
    // and neither a scrape nor a controller of the same name counts anything twice
    metrics.add(controller("a", 3));
    expect(await reconciles(metrics)).toEqual(all);
  });

  test("for a controller that was never added count only errors", async () => {
    const metrics = new ManagerMetrics();
    metrics.reconciles.ended("a", "terminal_error", 1);
    metrics.reconciles.ended("a", "success", 1);
    expect(await reconciles(metrics)).toEqual({ reconcile_errors_total: 1, terminal_reconcile_errors_total: 1 });
  });
});

test("of webhooks: requests in flight, requests by status, durations, and reads of the certificate", async () => {
  const metrics = new ManagerMetrics();
  metrics.webhooks.add("/a");
  const zeros = {
    "requests_in_flight /a": 0,
    "requests_total /a 200": 0,
    "requests_total /a 500": 0,
    certwatcher_read_certificate_errors_total: 0,
    certwatcher_read_certificate_total: 0,
  };
  const state = async () =>
    Object.fromEntries(
      [...(await lines(metrics, "controller_runtime_webhook_")), ...(await lines(metrics, "certwatcher_"))].map(
        (line) => {
          const [name = "", value] = line.split(/ (?=\S+$)/);
          const labels = [...name.matchAll(/"([^"]*)"/g)].map(([, label]) => label);
          return [
            [name.replace(/\{.*/, "").replace("controller_runtime_webhook_", ""), ...labels].join(" "),
            Number(value),
          ];
        },
      ),
    );
  expect(await state()).toEqual(zeros);
  const [first, second] = [metrics.webhooks.begun("/a"), metrics.webhooks.begun("/a")];
  expect(await state()).toEqual({ ...zeros, "requests_in_flight /a": 2 });
  first(200, 0.5);
  second(413, 0.25);
  metrics.webhooks.certificateRead(true);
  metrics.webhooks.certificateRead(false);
  expect(await state()).toEqual({
    ...zeros,
    "requests_total /a 200": 1,
    "requests_total /a 413": 1,
    "latency_seconds_sum /a": 0.75,
    "latency_seconds_count /a": 2,
    certwatcher_read_certificate_total: 2,
    certwatcher_read_certificate_errors_total: 1,
  });
});

test("of leader election: whether this process leads", async () => {
  const metrics = new ManagerMetrics();
  metrics.leader.leads("a", true);
  metrics.leader.leads("b", true);
  metrics.leader.leads("b", false);
  expect(await lines(metrics, "leader_election")).toEqual([
    'leader_election_master_status{name="a"} 1',
    'leader_election_master_status{name="b"} 0',
  ]);
});

test("of the process, if enabled", async () => {
  const metrics = new ManagerMetrics();
  expect(await lines(metrics, "process_")).toEqual([]);
  metrics.addProcess();
  expect((await lines(metrics, "process_")).length).toBeGreaterThan(3);
});

test("further counters exist once per name, however often they are requested", async () => {
  const metrics = new ManagerMetrics();
  const count = metrics.counter("capstan_odd_total", "Odd things.", ["what"]);
  const same = metrics.counter("capstan_odd_total", "Other words.", ["what"]);
  count({ what: "x" });
  same({ what: "x" });
  same({ what: "y" });
  expect(await lines(metrics, "capstan_odd")).toEqual([
    'capstan_odd_total{what="x"} 2',
    'capstan_odd_total{what="y"} 1',
  ]);
  const text = await metrics.registry.metrics();
  expect(text).toContain("# HELP capstan_odd_total Odd things.\n# TYPE capstan_odd_total counter\n");
});

describe("custom metrics of a program", () => {
  const help = "What a cloud did.";

  test("have their help, labels and buckets, and values from the first observation", async () => {
    const metrics = new ManagerMetrics();
    const counter = defineCounter({ name: "hello_calls_total", help, labels: ["code"] });
    const plain = defineCounter({ name: "hello_plain_total", help });
    const gauge = defineGauge({ name: "hello_servers", help, labels: ["zone"] });
    const histogram = defineHistogram({ name: "hello_wait_seconds", help, labels: ["zone"], buckets: [1, 2] });
    for (const metric of [counter, plain, gauge, histogram]) metrics.serve(metric);
    expect([counter.name, gauge.name, histogram.name]).toEqual([
      "hello_calls_total",
      "hello_servers",
      "hello_wait_seconds",
    ]);
    counter.count({ code: "1" });
    counter.add(3, { code: "2" });
    plain.count();
    plain.add(4);
    gauge.set(2, { zone: "a" });
    histogram.observe(1.5, { zone: "a" });
    const text = await metrics.registry.metrics();
    expect(text).toContain(`# HELP hello_calls_total ${help}\n# TYPE hello_calls_total counter\n`);
    const own = text.split("\n").filter((line) => line.startsWith("hello_"));
    expect(own).toEqual([
      'hello_calls_total{code="1"} 1',
      'hello_calls_total{code="2"} 3',
      "hello_plain_total 5",
      'hello_servers{zone="a"} 2',
      'hello_wait_seconds_bucket{le="1",zone="a"} 0',
      'hello_wait_seconds_bucket{le="2",zone="a"} 1',
      'hello_wait_seconds_bucket{le="+Inf",zone="a"} 1',
      'hello_wait_seconds_sum{zone="a"} 1.5',
      'hello_wait_seconds_count{zone="a"} 1',
    ]);
  });

  test("have buckets from 5 ms to 10 s by default, and belong to no registry until a manager takes them", async () => {
    const metrics = new ManagerMetrics();
    const histogram = defineHistogram({ name: "hello_wait_seconds", help });
    defineHistogram({ name: "hello_wait_seconds", help });
    expect(await lines(metrics, "hello_")).toEqual([]);
    metrics.serve(histogram);
    histogram.observe(1);
    const bounds = [...(await metrics.registry.metrics()).matchAll(/hello_wait_seconds_bucket\{le="([^"]+)"/g)].map(
      ([, le]) => le,
    );
    expect([bounds[0], bounds.at(-2), bounds.at(-1)]).toEqual(["0.005", "10", "+Inf"]);
  });

  test.each<[define: () => unknown, message: string]>([
    [() => defineCounter({ name: "a_total", help: "" }), 'The counter "a_total" must have a help text.'],
    [
      () => defineCounter({ name: "Go", help: " ", labels: ["le", "X", "X", "a-b"] }),
      'The counter "Go" must be lower-case words joined by _, the name of the program first; it must end with _total, as counters do; it must have a help text; it must not have the label le, because Prometheus sets it; it must have labels in lower case, not X; it must have labels in lower case, not X; it must have the label X once; it must have labels in lower case, not a-b.',
    ],
    [
      () => defineGauge({ name: "go_servers", help }),
      'The gauge "go_servers" must not begin with go_, the prefix of the manager\'s own metrics.',
    ],
    [
      () => defineGauge({ name: "a_sum", help }),
      'The gauge "a_sum" must not end with _total, _count, _sum or _bucket.',
    ],
    [
      () => defineHistogram({ name: "a_bucket", help }),
      'The histogram "a_bucket" must not end with _total, _count, _sum or _bucket.',
    ],
    [
      () => defineHistogram({ name: "1_b", help }),
      'The histogram "1_b" must be lower-case words joined by _, the name of the program first.',
    ],
    ...["quantile", "job", "instance", "namespace", "pod"].map((label): [() => unknown, string] => [
      () => defineGauge({ name: "a_b", help, labels: [label] }),
      `The gauge "a_b" must not have the label ${label}, because Prometheus sets it.`,
    ]),
  ])("%#: all problems are reported", (define, message) => {
    expect(define).toThrow(expect.objectContaining({ code: "ArgumentInvalid", message }) as Error);
  });

  test.each(["a_total", "golang_total", "a1_b2_total", "processes_total"])("a counter may be called %s", (name) => {
    expect(defineCounter({ name, help, labels: ["a", "b_1"] }).name).toBe(name);
  });
});
