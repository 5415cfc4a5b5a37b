import { defineCounter, defineGauge, defineHistogram, ManagerMetrics } from "@capstan/runtime";
import { ArgumentError } from "@capstan/kube";
import { describe, expect, test } from "vitest";

const help = "What a cloud did.";

test("custom metrics of a program are served with the manager's metrics", async () => {
  const metrics = new ManagerMetrics();
  const requests = defineCounter({ name: "hello_requests_total", help, labels: ["code"] });
  const quota = defineGauge({ name: "hello_quota_servers", help });
  const durations = defineHistogram({ name: "hello_request_duration_seconds", help, buckets: [1, 10] });
  for (const metric of [requests, quota, durations]) metrics.serve(metric);
  requests.count({ code: "429" });
  requests.add(2, { code: "429" });
  quota.set(7);
  durations.observe(3);
  const text = await metrics.registry.metrics();
  expect(text).toContain('hello_requests_total{code="429"} 3');
  expect(text).toContain("hello_quota_servers 7");
  expect(text).toContain('hello_request_duration_seconds_bucket{le="10"} 1');
});

test("the same metric may be served again, by several managers too; a different metric of that name may not", () => {
  const metrics = new ManagerMetrics();
  const counter = defineCounter({ name: "hello_requests_total", help });
  metrics.serve(counter);
  metrics.serve(counter);
  new ManagerMetrics().serve(counter);
  const other = defineCounter({ name: "hello_requests_total", help });
  expect(() => {
    metrics.serve(other);
  }).toThrow(ArgumentError);
});

describe("a metric is refused", () => {
  test.each([
    ["with capital letters", () => defineCounter({ name: "helloRequests_total", help }), "lower-case"],
    ["of one word", () => defineGauge({ name: "quota", help }), "the name of the program first"],
    ["with a prefix of the manager's", () => defineCounter({ name: "workqueue_hello_total", help }), "workqueue_"],
    ["as a counter without _total", () => defineCounter({ name: "hello_requests", help }), "_total"],
    ["as a gauge with _total", () => defineGauge({ name: "hello_servers_total", help }), "_total"],
    ["as a histogram with _count", () => defineHistogram({ name: "hello_count", help }), "_count"],
    ["without help", () => defineGauge({ name: "hello_quota", help: " " }), "help"],
    ["with a label that Prometheus sets", () => defineGauge({ name: "hello_quota", help, labels: ["le"] }), "label le"],
    ["with a label twice", () => defineGauge({ name: "hello_quota", help, labels: ["a", "a"] }), "once"],
  ])("%s", (_, define, message) => {
    expect(define).toThrow(ArgumentError);
    expect(define).toThrow(message);
  });
});
