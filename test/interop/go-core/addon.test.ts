import path from "node:path";
import { Cluster, isConditionTrue, Machine } from "@capstan/contract";
import { ConfigMap, Secret } from "@capstan/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ManifestSet } from "../../../examples/addon-manifests/src/api/manifest-set.ts";
import { secretType } from "../../../examples/addon-manifests/src/manifests/read-manifests.ts";
import { generateManifests, goCoreAvailable, GoManagementCluster, type InstalledProvider } from "@capstan/harness/go";
import { allRunning } from "@capstan/harness/scenes";
import { ExampleScene } from "./example-scene.ts";
import { ProviderProcess } from "./provider-process.ts";
import { expectEveryRightUsed } from "./rights.ts";
import { summarize } from "./summarize.ts";
import type { WorkloadCluster } from "./workload-cluster.ts";

const example = path.resolve(import.meta.dirname, "../../../examples/addon-manifests");
const settings = { name: "settings", namespace: "tools" };

describe.runIf(goCoreAvailable)("an add-on provider under the Go core, with its generated role", () => {
  const closing = new AsyncDisposableStack();
  let management: GoManagementCluster;
  let provider: InstalledProvider;
  let running: ProviderProcess;
  beforeAll(async () => {
    management = closing.use(await GoManagementCluster.start());
    provider = await management.install(await generateManifests(path.join(example, "src/api/manifest-set.ts")));
    running = closing.use(new ProviderProcess(path.join(example, "src/main.ts"), provider));
  });
  afterAll(() => closing.disposeAsync());

  test("a Cluster that becomes Running gets the manifests of the sets that select it, and loses them with their set", async () => {
    // given a set, before there is a Cluster
    await using examples = await ExampleScene.start(management);
    const { scene, workload } = examples;
    const { namespace } = scene;
    const [configMap, secret] = manifestsIn(namespace, "red");
    await scene.client.create(ConfigMap, configMap);
    await scene.client.create(Secret, secret);
    await scene.client.create(ManifestSet.kind, {
      apiVersion: `${ManifestSet.kind.group}/${ManifestSet.kind.version}`,
      kind: ManifestSet.kind.kind,
      metadata: { name: "tools", namespace },
      spec: {
        clusterSelector: { matchLabels: { pool: "edge" } },
        resources: (["ConfigMap", "Secret"] as const).map((kind) => ({ kind, name: "tools" })),
        strategy: "Reconcile",
        prune: true,
      },
    });
    const stored = () => scene.client.get(ManifestSet.kind, { name: "tools", namespace });
    const until = async (what: string, fact: () => Promise<boolean>) => {
      await expect
        .poll(fact, { timeout: 120_000, interval: 250 })
        .toBe(true)
        .catch(async (error: unknown) => {
          const found = await stored().catch(() => undefined);
          const text = `${what}: ${JSON.stringify(found?.status)}`;
          throw new Error(`${text}: ${String(error)}\n${running.output}`, { cause: error });
        });
    };
    await until("ready without a Cluster", async () => isConditionTrue(await stored(), "Ready"));

    // when a Cluster with the label is created, and its Machines are Running
    await examples.apply(1);
    await scene.client.patch(Cluster, scene.key("c1"), {
      type: "merge",
      body: { metadata: { labels: { pool: "edge" } } },
    });
    await examples.reached("2 Machines Running", () => allRunning(scene, 2));

    // then it has the manifests, and follows them
    await until("installed", async () => (await stored()).status?.clusters?.[0]?.ready === true);
    expect(await colorIn(workload)).toBe("red");
    const { data } = manifestsIn(namespace, "blue")[0];
    await scene.client.patch(ConfigMap, scene.key("tools"), { type: "merge", body: { data } });
    await until("renewed", async () => (await colorIn(workload)) === "blue");

    // when the set is deleted, then so are its objects, and nothing else
    await scene.client.delete(ManifestSet.kind, { name: "tools", namespace });
    await until("gone", async () => (await scene.client.list(ManifestSet.kind, { namespace })).items.length === 0);
    expect(await colorIn(workload)).toBeUndefined();
    expect(await workload.nodeNames()).toEqual(
      scene
        .list(Machine)
        .map(({ metadata }) => metadata.name)
        .toSorted(),
    );

    expect(management.refusalsOf(provider.user), provider.user).toBe("");
    summarize("An add-on provider under the Go core", [
      `writes of the provider: ${management.writesOf(provider.user).length}`,
      ...expectEveryRightUsed(management, provider).map((right) => `right that was not used: ${right}`),
    ]);
  });
});

/** A ConfigMap and a Secret with manifests. */
function manifestsIn(namespace: string, color: string): [ConfigMap, Secret] {
  const text = `{apiVersion: v1, kind: ConfigMap, metadata: {name: settings, namespace: tools}, data: {color: ${color}}}`;
  return [
    { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "tools", namespace }, data: { "settings.yaml": text } },
    {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: "tools", namespace },
      type: secretType,
      data: {
        "namespace.yaml": Buffer.from("{apiVersion: v1, kind: Namespace, metadata: {name: tools}}").toString("base64"),
      },
    },
  ];
}

async function colorIn({ client }: WorkloadCluster): Promise<string | undefined> {
  const { items } = await client.list(ConfigMap, { namespace: settings.namespace });
  return items.find(({ metadata }) => metadata.name === settings.name)?.data?.color;
}
