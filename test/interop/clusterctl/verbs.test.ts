import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ApiServer } from "@capstan/apiserver";
import { Cluster, MachineDeployment, MachinePool, type ResourceKind } from "@capstan/contract";
import { runCore } from "@capstan/core-controllers";
import { goCoreAvailable } from "@capstan/harness/go";
import { flowServers } from "@capstan/harness/servers";
import { apiVersionOf } from "@capstan/kube";
import { type Client, createClient, Secret } from "@capstan/runtime";
import { RealApiServer } from "@capstan/testkit";
import { describe, expect, test } from "vitest";
import { DemoProcess } from "../../e2e/demo-process.ts";
import { Clusterctl } from "./clusterctl.ts";

const namespace = "default";
const old = "apiVersion: cluster.x-k8s.io/v1beta1\nkind: Cluster\nmetadata: { name: a }\n";

/** Runs each verb that needs no network and no provider that clusterctl has installed; `run` rejects on an exit code above 0. */
async function runAllVerbs(
  clusterctl: Clusterctl,
  { client, kubeconfig }: { readonly client: Client; readonly kubeconfig: string },
  cluster: string,
): Promise<void> {
  const input = await clusterctl.keep("input.yaml", old);
  const folder = await mkdtemp(path.join(tmpdir(), "clusterctl-verbs-"));
  const at = ["-n", namespace, `--kubeconfig=${kubeconfig}`];
  const options = ["--show-conditions=all", "--show-templates", "--show-machinesets", "--echo", "--grouping=false"];
  try {
    await clusterctl.run("version");
    await clusterctl.run("completion", "bash");
    await clusterctl.run("config", "repositories");
    expect(await clusterctl.run("generate", "yaml", "--from", input)).toContain("kind: Cluster");
    const converted = path.join(folder, "converted.yaml");
    await clusterctl.run("convert", input, "-o", converted);
    expect(await readFile(converted, "utf8")).toContain("apiVersion: cluster.x-k8s.io/v1beta2");
    expect(await clusterctl.run("describe", "cluster", cluster, ...at)).toContain(`Cluster ${namespace}/${cluster}`);
    expect(await clusterctl.run("describe", "cluster", cluster, ...options, ...at)).toContain(
      `Cluster ${namespace}/${cluster}`,
    );
    expect(await clusterctl.run("get", "kubeconfig", cluster, ...at)).toContain("clusters:");
    const rollout = async (verb: string) => {
      await clusterctl.run("alpha", "rollout", verb, "machinedeployment/md", ...at);
      return (await client.get(MachineDeployment, { name: "md", namespace })).spec;
    };
    expect((await rollout("pause")).paused).toBe(true);
    expect((await rollout("resume")).paused ?? false).toBe(false);
    expect((await rollout("restart")).rollout?.after).toBeDefined();
    expect(await clusterctl.run("move", `--to-directory=${folder}`, ...at)).toContain("Saving files to");
    const moved = [`Cluster_${namespace}_${cluster}.yaml`, `MachineDeployment_${namespace}_md.yaml`];
    expect(await readdir(folder)).toEqual(expect.arrayContaining(moved));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A deployment without Machines. */
async function createDeployment(client: Client, clusterName: string): Promise<void> {
  const reference = (group: string, kind: string) => ({ apiGroup: `${group}.cluster.x-k8s.io`, kind, name: "t" });
  await client.create(MachineDeployment, {
    apiVersion: apiVersionOf(MachineDeployment),
    kind: MachineDeployment.kind,
    metadata: { name: "md", namespace },
    spec: {
      clusterName,
      replicas: 0,
      selector: {},
      template: {
        spec: {
          clusterName,
          bootstrap: { configRef: reference("bootstrap", "KubeadmConfigTemplate") },
          infrastructureRef: reference("infrastructure", "MockMachineTemplate"),
        },
      },
    },
  });
}

describe.runIf(goCoreAvailable)("each verb of clusterctl", () => {
  test("succeeds on capstan demo --keep", async () => {
    await using clusterctl = await Clusterctl.open([]);
    const demo = new DemoProcess("--control-planes", "1", "--workers", "1", "--idle-seconds", "0", "--keep");
    try {
      await demo.prints(/kubectl --kubeconfig/);
      const [folder = ""] = await demo.temporaryFiles();
      const kubeconfig = path.join(tmpdir(), folder, "kubeconfig");
      const client = createClient({ kubeconfig: { path: kubeconfig }, userAgent: "test" });
      await createDeployment(client, "quickstart");
      await runAllVerbs(clusterctl, { client, kubeconfig }, "quickstart");
      await client.close();
    } finally {
      demo.child.kill("SIGINT");
      await demo.end();
    }
  });

  test.each(flowServers)("succeeds on a core that --install has installed, on the %s server", async (name) => {
    await using clusterctl = await Clusterctl.open([]);
    await using server = name === "real" ? await RealApiServer.start() : await ApiServer.start();
    await using core = await startCore(server.kubeconfig);
    const { client, kubeconfig } = core;
    await client.create(Cluster, {
      apiVersion: apiVersionOf(Cluster),
      kind: Cluster.kind,
      metadata: { name: "c1", namespace },
      spec: { controlPlaneEndpoint: { host: "127.0.0.1", port: 1 } },
    });
    const initialization = { infrastructureProvisioned: true, controlPlaneInitialized: true };
    const conditions = [
      {
        type: "ControlPlaneInitialized",
        status: "True",
        reason: "ControlPlaneInitialized",
        message: "",
        lastTransitionTime: "2026-01-01T00:00:00Z",
      },
    ];
    const body = { status: { initialization, conditions } };
    const key = { name: "c1", namespace };
    await expect
      .poll(async () => {
        await client.patch(Cluster, key, { type: "merge", body }, { subresource: "status" });
        return (await client.get(Cluster, key)).status?.initialization?.infrastructureProvisioned;
      })
      .toBe(true);
    await client.create(Secret, {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: "c1-kubeconfig", namespace, labels: { "cluster.x-k8s.io/cluster-name": "c1" } },
      data: { value: Buffer.from(server.kubeconfig).toString("base64") },
    });
    await createDeployment(client, "c1");
    await runAllVerbs(clusterctl, { client, kubeconfig }, "c1");
  });

  test("shows why a MachinePool does not proceed: nothing reconciles it", async () => {
    await using server = await ApiServer.start();
    await using core = await startCore(server.kubeconfig);
    const { client } = core;
    const infrastructureRef = { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "SomePool", name: "p" };
    const template = { spec: { clusterName: "c1", bootstrap: { dataSecretName: "s" }, infrastructureRef } };
    await client.create(MachinePool, {
      apiVersion: apiVersionOf(MachinePool),
      kind: MachinePool.kind,
      metadata: { name: "p", namespace },
      spec: { clusterName: "c1", replicas: 1, template },
    });
    await expect
      .poll(async () => (await client.get(MachinePool, { name: "p", namespace })).status)
      .toMatchObject({ conditions: [{ type: "Available", status: "False", reason: "NotSupported" }] });
  });
});

/** Runs `capstan-core --install` until disposed. */
async function startCore(config: string) {
  const closing = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "capstan-core-"));
  closing.defer(() => rm(folder, { recursive: true }));
  const kubeconfig = path.join(folder, "kubeconfig");
  await writeFile(kubeconfig, config, { mode: 0o600 });
  const stop = new AbortController();
  const program = runCore({ argv: ["--kubeconfig", kubeconfig, "--install", "--v", "-1"], signal: stop.signal });
  closing.defer(async () => {
    stop.abort();
    await program;
  });
  const client = createClient({ kubeconfig: config, userAgent: "test" });
  closing.defer(() => client.close());
  await expect
    .poll(() => Promise.all([Cluster, MachineDeployment, MachinePool].map((kind: ResourceKind) => client.list(kind))))
    .toHaveLength(3);
  return { client, kubeconfig, [Symbol.asyncDispose]: () => closing.disposeAsync() };
}
