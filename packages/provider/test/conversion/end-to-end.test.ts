import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { patienceMs } from "@capstan/harness/patience";
import { ApiServer } from "@capstan/apiserver";
import { Cluster, type KubernetesObject, labels, Machine, type ResourceKind } from "@capstan/contract";
import { InfraMachineReconciler, outcome, runProvider } from "@capstan/provider";
import { type Client, createClient, installCRDs, isCapstanError, Lease, Secret, requestPath } from "@capstan/runtime";
import { RealApiServer } from "@capstan/testkit";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { TwoMachine } from "./converted-kinds.ts";
import { coreCRDs } from "@capstan/harness/servers";

const namespace = "default";
const group = TwoMachine.kind.group;
const waiting = { timeout: patienceMs, interval: 50 };

function onFailure(error: unknown): never {
  throw error;
}

/** Supports only v1beta2. */
class TwoMachineReconciler extends InfraMachineReconciler<typeof TwoMachine> {
  readonly definition = TwoMachine;
  readonly cpus: number[] = [];

  reconcileMachine({ object }: this["Scope"]) {
    this.cpus.push(object.spec.cpus);
    return outcome.provisioned({
      providerID: `two://${object.metadata.name}`,
      addresses: [{ type: "InternalIP", address: "10.0.0.1" }],
      failureDomain: "fd-1",
      status: { serverName: "server-1", zones: ["z1"] },
    });
  }

  deleteMachine() {
    return outcome.deleted();
  }
}

interface Server {
  readonly kubeconfig: string;
  [Symbol.asyncDispose](): Promise<void>;
}

function versionsEndToEnd(start: () => Promise<Server>): void {
  const old = { ...TwoMachine.kind, version: "v1beta1" } as ResourceKind;
  const fresh = TwoMachine.kind as unknown as ResourceKind;
  const reconciler = new TwoMachineReconciler();
  const stopping = new AbortController();
  let server: Server;
  let client: Client;
  let directory: string;
  let running: Promise<void>;

  beforeAll(async () => {
    server = await start();
    client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test/1" });
    await installCRDs(client, coreCRDs);
    directory = await mkdtemp(join(tmpdir(), "capstan-versions-"));
    const kubeconfig = join(directory, "kubeconfig");
    await writeFile(kubeconfig, server.kubeconfig, { mode: 0o600 });
    running = runProvider({
      name: "two",
      reconcilers: [reconciler],
      argv: ["--install", "--kubeconfig", kubeconfig, "--v", "-1"],
      signal: stopping.signal,
      onFailure,
    });
    await Promise.race([running, vi.waitFor(() => client.list(old, { namespace }), waiting)]);
  });

  afterAll(async () => {
    stopping.abort();
    await running;
    await client.close();
    await server[Symbol.asyncDispose]();
    await rm(directory, { recursive: true });
  });

  function create(kind: ResourceKind, name: string, parts: object, metadata: object = {}): Promise<KubernetesObject> {
    const apiVersion = `${kind.group === "" ? "" : `${kind.group}/`}${kind.version}`;
    return client.create(kind, { apiVersion, kind: kind.kind, metadata: { name, namespace, ...metadata }, ...parts });
  }

  /** A Machine with cluster infrastructure and bootstrap data, as core leaves it to the provider. */
  async function machineOf(name: string): Promise<object> {
    const clusterLabel = { [labels.clusterName]: name };
    await create(Cluster, name, { spec: { clusterNetwork: { apiServerPort: 6443 } } });
    const body = { status: { initialization: { infrastructureProvisioned: true } } };
    await client.patch(Cluster, { name, namespace }, { type: "merge", body }, { subresource: "status" });
    await create(Secret, name, { data: { value: "eA==" } }, { labels: clusterLabel });
    const infrastructureRef = { apiGroup: group, kind: "TwoMachine", name };
    const spec = { clusterName: name, bootstrap: { dataSecretName: name }, infrastructureRef };
    const machine = await create(Machine, name, { spec }, { labels: clusterLabel });
    const { apiVersion, kind, metadata } = machine;
    const owner = { apiVersion, kind, name, uid: metadata.uid, controller: true };
    return { labels: clusterLabel, ownerReferences: [owner] };
  }

  const get = (kind: ResourceKind, name: string) => client.get(kind, { name, namespace });

  test("an object created in v1beta1 is reconciled in v1beta2, and ready in v1beta1", async () => {
    await create(old, "m1", { spec: { size: "large", note: "for v1beta1 only" } }, await machineOf("m1"));
    await expect
      .poll(() => get(old, "m1"), waiting)
      .toMatchObject({
        apiVersion: `${group}/v1beta1`,
        spec: { size: "large", note: "for v1beta1 only", providerID: "two://m1", failureDomain: "fd-1" },
        status: {
          ready: true,
          addresses: [{ type: "InternalIP", address: "10.0.0.1" }],
          server: "server-1",
          conditions: expect.arrayContaining([expect.objectContaining({ type: "Ready", status: "True" })]) as unknown,
        },
      });
    expect(reconciler.cpus).toContain(8);
    expect(await get(fresh, "m1")).toMatchObject({
      apiVersion: `${group}/v1beta2`,
      spec: { cpus: 8, providerID: "two://m1" },
      status: { initialization: { provisioned: true }, failureDomain: "fd-1", serverName: "server-1", zones: ["z1"] },
    });
  });

  test("a change in v1beta1 keeps the fields that exist only in v1beta2", async () => {
    const disks = [{ name: "root", gigabytes: 10 }];
    const before = await create(fresh, "kept", { spec: { cpus: 16, disks } });
    const body = { spec: { note: "changed" } };
    await client.patch(old, { name: "kept", namespace }, { type: "merge", body });
    const after = await get(fresh, "kept");
    expect(after.metadata.resourceVersion).not.toBe(before.metadata.resourceVersion);
    expect(after).toMatchObject({ spec: { cpus: 16, disks } });
    expect(await get(old, "kept")).toMatchObject({ spec: { size: "large", note: "changed" } });
    await client.patch(old, { name: "kept", namespace }, { type: "merge", body: { spec: { size: "small" } } });
    expect(await get(fresh, "kept")).toMatchObject({ spec: { cpus: 2, disks } });
  });

  test("an update without changes in v1beta1 causes no write", async () => {
    const spec = { cpus: 16, disks: [{ name: "root" }] };
    const { metadata } = await create(fresh, "same", { spec });
    const read = await get(old, "same");
    const path = requestPath`/apis/${group}/v1beta1/namespaces/${namespace}/${old.plural}/same`;
    await client.request("PUT", path, read);
    expect((await get(fresh, "same")).metadata.resourceVersion).toBe(metadata.resourceVersion);
  });

  test("a server-side apply client may continue in another version", async () => {
    const apply = (kind: ResourceKind, spec: object) => {
      const body = { apiVersion: `${group}/${kind.version}`, kind: kind.kind, metadata: { name: "applied" }, spec };
      return client.patch(kind, { name: "applied", namespace }, { type: "apply", body, fieldManager: "x" });
    };
    await apply(old, { size: "small", note: "old" });
    expect(await apply(fresh, { cpus: 16 })).toMatchObject({ spec: { cpus: 16 } });
    expect(await get(old, "applied")).toMatchObject({ spec: { size: "large" } });
    await apply(old, { size: "small" });
    expect(await get(fresh, "applied")).toMatchObject({ spec: { cpus: 2 } });
  });

  test("Templates, lists and watches are converted, too", async () => {
    const template = { spec: { template: { spec: { size: "small" } } } };
    const templates = TwoMachine.templateKind as unknown as ResourceKind;
    await create({ ...templates, version: "v1beta1" }, "t1", template);
    expect(await get(templates, "t1")).toMatchObject({ spec: { template: { spec: { cpus: 2 } } } });
    await create(fresh, "listed", { spec: { cpus: 1 } });
    await expect
      .poll(async () => (await client.list(old, { namespace })).items.map(({ metadata }) => metadata.name), waiting)
      .toContain("listed");
  });
}

describe("a kind with differing versions, on the embedded server", () => {
  versionsEndToEnd(() => ApiServer.start());

  test("is converted by a replica that is not the leader", async () => {
    await using server = await ApiServer.start();
    const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test/1" });
    await installCRDs(client, coreCRDs);
    const renewTime = new Date(4e12).toISOString().replace("Z", "000Z");
    const spec = { holderIdentity: "another", leaseDurationSeconds: 3600, renewTime };
    const metadata = { name: "two", namespace };
    await client.create(Lease, { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata, spec });
    const directory = await mkdtemp(join(tmpdir(), "capstan-versions-"));
    const kubeconfig = join(directory, "kubeconfig");
    await writeFile(kubeconfig, server.kubeconfig, { mode: 0o600 });
    const stopping = new AbortController();
    const reconciler = new TwoMachineReconciler();
    const argv = ["--install", "--leader-elect", "--kubeconfig", kubeconfig, "--v", "-1"];
    const running = runProvider({ name: "two", reconcilers: [reconciler], argv, signal: stopping.signal, onFailure });
    const old = { ...TwoMachine.kind, version: "v1beta1" } as ResourceKind;
    await expect.poll(() => client.list(old, { namespace }).catch(() => undefined), waiting).toBeDefined();
    const created = { apiVersion: `${group}/v1beta1`, kind: "TwoMachine", metadata: { name: "m1", namespace } };
    await client.create(old, { ...created, spec: { size: "large" } } as KubernetesObject);
    expect(await client.get(TwoMachine.kind, { name: "m1", namespace })).toMatchObject({ spec: { cpus: 8 } });
    expect(reconciler.cpus).toEqual([]);
    stopping.abort();
    await running;
    await client.close();
    await rm(directory, { recursive: true });
  });

  test.each([
    ["where nothing would convert its kinds", [], "names the placeholder of a webhook"],
    [
      "installed as for this machine, and behind a Service as well",
      ["--install", "--webhook-cert-dir", "/certs"],
      "install their CRDs with the components",
    ],
  ])("does not start %s", async (_, flags, why) => {
    await using server = await ApiServer.start();
    const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test/1" });
    await installCRDs(client, TwoMachine.crds);
    await client.close();
    const directory = await mkdtemp(join(tmpdir(), "capstan-versions-"));
    const kubeconfig = join(directory, "kubeconfig");
    await writeFile(kubeconfig, server.kubeconfig, { mode: 0o600 });
    const argv = [...flags, "--kubeconfig", kubeconfig, "--v", "-1", "--health-addr=0", "--diagnostics-address=0"];
    const running = runProvider({ name: "two", reconcilers: [new TwoMachineReconciler()], argv, onFailure });
    await expect(running).rejects.toSatisfy((error) => isCapstanError(error, "CommandLineInvalid"));
    await expect(running).rejects.toThrow(why);
    await rm(directory, { recursive: true });
  });
});

describe.runIf(process.env.KUBEBUILDER_ASSETS)("a kind with differing versions, on kube-apiserver", () => {
  versionsEndToEnd(() => RealApiServer.start());
});
