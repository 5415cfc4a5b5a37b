import { ApiServer } from "@capstan/apiserver";
import { createClient, Manager, ManagerMetrics, Secret, requestPath } from "@capstan/runtime";
import { expect, test } from "vitest";
import { json, ScriptedServer, status } from "./support/scripted-server.ts";

const key = (name: string) => ({ name, namespace: "default" });

test("requests to workload clusters are counted under one host, however many clusters and status codes there are", async () => {
  // given three workload clusters, two of which invent status codes
  await using management = await ApiServer.start();
  const metrics = new ManagerMetrics();
  const { kubeconfig } = management;
  const client = createClient({ kubeconfig, userAgent: "metrics-test/1", onRequest: metrics.requests.observe });
  await using manager = new Manager({ name: "test", client, metrics, insecureKubeconfig: { tls: true } });
  await using well = await ScriptedServer.start((_request, response) => {
    json(response, 200, {});
  });
  let made = 599;
  await using hostile = await ScriptedServer.start(({ path }, response) => {
    if (path === "/version") json(response, 200, {});
    else status(response, (made += 1), "MadeUp");
  });
  await using forbidding = await ScriptedServer.start((_request, response) => {
    status(response, 403, "Forbidden");
  });
  const clusters = { well, hostile, forbidding };
  for (const [name, server] of Object.entries(clusters)) {
    const value = Buffer.from(server.kubeconfig).toString("base64");
    await client.create(Secret, { apiVersion: "v1", kind: "Secret", metadata: key(name), data: { value } });
  }
  await manager.start();

  // when a client sends requests to them
  const get = (name: string) => manager.remotes.get(key(name), { labelSelector: "" });
  await (await get("well")).client.request("GET", requestPath`/thing`);
  const remote = await get("hostile");
  for (let count = 0; count < 50; count += 1)
    await remote.client.request("GET", requestPath`/thing`).catch(() => undefined);
  await expect(get("forbidding")).rejects.toMatchObject({ code: "RemoteUnavailable" });
  forbidding.script = (_request, response) => response.destroy();
  await expect
    .poll(() => get("forbidding").catch((error: unknown) => String((error as Error).cause)))
    .toMatch(/No response/);

  // then their series are few, and those of the management cluster are unchanged
  const counted = await metrics.registry.getSingleMetric("rest_client_requests_total")?.get();
  const series = (counted?.values ?? []).map(({ labels: { host, method, code }, value }) => [
    host,
    method,
    code,
    value,
  ]);
  const workload = series.filter(([host]) => host === "workload-clusters");
  expect(workload.sort().map((each) => each.slice(1))).toEqual([
    ["GET", "200", 3],
    ["GET", "403", 1],
    ["GET", "<error>", expect.any(Number)],
    ["GET", "<other>", 50],
  ]);
  const others = new Set(series.map(([host]) => host).filter((host) => host !== "workload-clusters"));
  expect(others).toEqual(new Set([new URL(management.url).host]));
  await client.close();
});
