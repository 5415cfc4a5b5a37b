import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { RequestMetrics } from "../src/metrics/request-metrics.ts";

/** The counts after these requests. */
async function counted(make: (metrics: RequestMetrics) => void) {
  const registry = new Registry();
  make(new RequestMetrics(registry));
  const [metric] = await registry.getMetricsAsJSON();
  return {
    name: metric?.name,
    values: (metric?.values ?? []).map(({ labels, value }) => ({ ...labels, value })),
  };
}

test("requests are counted by code, host and method; a request without a response as an error", async () => {
  const host = "10.0.0.1:6443";
  const { name, values } = await counted((metrics) => {
    for (const status of [200, 200, 409, 0]) metrics.observe({ host, method: "GET", status });
  });

  expect(name).toBe("rest_client_requests_total");
  expect(values).toEqual([
    { code: "200", host, method: "GET", value: 2 },
    { code: "409", host, method: "GET", value: 1 },
    { code: "<error>", host, method: "GET", value: 1 },
  ]);
});

test("requests to workload clusters share one host, without codes that a cluster owner invents", async () => {
  const { values } = await counted((metrics) => {
    for (const status of [200, 0, 299, 298])
      metrics.observeWorkload({ host: "made.up.example.com", method: "GET", status });
  });

  const host = "workload-clusters";
  expect(values).toEqual([
    { code: "200", host, method: "GET", value: 1 },
    { code: "<error>", host, method: "GET", value: 1 },
    { code: "<other>", host, method: "GET", value: 2 },
  ]);
});
