import { AddonReconciler, apiVersionOf, Secret } from "@capstan/provider";
import { TestEnvironment } from "@capstan/testkit";
import { expect, test } from "vitest";
import { HelloAddon, namespace } from "./addon-scene.ts";

const { kind } = HelloAddon;
const token = "t0ken-of-the-agents";

/** Quotes a Secret in its outcome. */
class LoudAddonReconciler extends AddonReconciler<typeof HelloAddon> {
  readonly definition = HelloAddon;

  async reconcileAddon({ secretValue }: this["Scope"]) {
    const value = await secretValue("agents", "token");
    return this.outcome.failed("Refused", `The agents refuse ${value}`);
  }
}

test("an add-on that quotes a Secret in its outcome has no entry with it", async () => {
  await using env = await TestEnvironment.start({ core: false, reconcilers: [new LoudAddonReconciler()] });
  await env.client.create(Secret, {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "agents", namespace },
    data: { token: Buffer.from(token).toString("base64") },
  });
  const cluster = await env.createCluster({ name: "c1" });
  await cluster.patch({ metadata: { labels: { team: "a" } } });
  await env.startWorkloadCluster(cluster);
  await cluster.patchStatus({ initialization: { controlPlaneInitialized: true } });
  await env.client.create(kind, {
    apiVersion: apiVersionOf(kind),
    kind: kind.kind,
    metadata: { name: "hello", namespace },
    spec: { greeting: "hi", clusterSelector: { matchLabels: { team: "a" } } },
  });
  const entry = async () => (await env.client.get(kind, { name: "hello", namespace })).status?.clusters?.[0];
  await env.until("reported", async () => (await entry())?.reason === "Refused");
  expect((await entry())?.message).toMatch(/^The agents refuse /);
  expect((await entry())?.message).not.toContain(token);
});
