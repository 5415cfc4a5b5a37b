import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type CloudChange, MockCloud } from "@capstan/infrastructure-mock";
import { type Client, ConfigMap, Node, type ResourceKind, Secret, systemClock } from "@capstan/provider";
import { load } from "js-yaml";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { initData, joinData, token, tokenText } from "../bootstrap-data.ts";
import type { ClusterCertificates } from "../certificates.ts";
import {
  cluster,
  isClosedAtOnce,
  machine,
  RunningCloud,
  sharedCertificates,
  temporaryDirectory,
} from "./running-cloud.ts";

const soon = { minMilliseconds: 30, maxMilliseconds: 60 };

let certificates: ClusterCertificates;

beforeAll(async () => {
  certificates = await sharedCertificates();
});

describe("a cluster", () => {
  test("has a constant endpoint that is unresponsive until the cluster is initialized", async () => {
    const world = await RunningCloud.open();
    const again = await world.cloud.ensureLoadBalancer({ object: cluster, cluster });
    expect(again).toEqual(world.endpoint);
    expect(await isClosedAtOnce(world.endpoint)).toBe(true);
  });

  test("listens on the requested port", async () => {
    const world = await RunningCloud.open();
    const endpoint = { ...world.endpoint };
    await world.cloud.removeLoadBalancer(cluster);
    expect(await world.cloud.ensureLoadBalancer({ object: cluster, cluster, endpoint })).toEqual(endpoint);
  });

  test("with a taken address reports it, and starts when the address is free", async () => {
    const world = await RunningCloud.open();
    const other = { namespace: "ns", name: "c2" };
    const request = { object: other, cluster: other, endpoint: world.endpoint };
    await expect(world.cloud.ensureLoadBalancer(request)).rejects.toMatchObject({ code: "LoadBalancerUnavailable" });
    await world.cloud.removeLoadBalancer(cluster);
    expect(await world.cloud.ensureLoadBalancer(request)).toEqual(world.endpoint);
  });
});

describe("a machine", () => {
  test("is created once, with a providerID and its own address", async () => {
    const world = await RunningCloud.open();
    const [one, same, other] = [await world.ensure("a"), await world.ensure("a"), await world.ensure("b")];
    expect(one).toMatchObject({ providerID: "mock://ns/c1/a", hostname: "a", state: "running" });
    expect(one.internalIP).toMatch(/^10\.\d+\.\d+\.\d+$/);
    expect(same.internalIP).toBe(one.internalIP);
    expect(other.internalIP).not.toBe(one.internalIP);
  });

  test("is created after a delay, and notifies when it runs", async () => {
    const world = await RunningCloud.open();
    const request = { creationDuration: soon, userData: world.init() };
    expect(await world.ensure("a", request)).toMatchObject({ state: "creating", boot: { state: "booting" } });
    expect(await world.until("a", "joined", request)).toMatchObject({ state: "running" });
  });

  test("waits for a load balancer of its cluster, and is notified when it exists", async () => {
    const cloud = await MockCloud.open({ clock: systemClock });
    onTestFinished(() => cloud.close());
    const changes: CloudChange[] = [];
    cloud.onChange((change) => changes.push(change));
    expect(await cloud.ensureInstance(machine("a"))).toBeUndefined();
    await cloud.ensureLoadBalancer({ object: cluster, cluster });
    expect(changes).toEqual([{ kind: "MockMachine", object: { namespace: "ns", name: "a" } }]);
  });

  test("that initializes serves the cluster's API with the objects of kubeadm init", async () => {
    const world = await RunningCloud.open();
    await world.until("cp-0", "joined", { userData: world.init(), failureDomain: "zone-a" });

    const client = await world.client();
    const node = await client.get(Node, { name: "cp-0" });
    expect(node).toMatchObject({
      metadata: {
        labels: {
          "node-role.kubernetes.io/control-plane": "",
          "kubernetes.io/hostname": "cp-0",
          "topology.kubernetes.io/zone": "zone-a",
        },
      },
      spec: {
        providerID: "mock://ns/c1/cp-0",
        taints: [{ key: "node-role.kubernetes.io/control-plane", effect: "NoSchedule" }],
      },
      status: { nodeInfo: { kubeletVersion: "v1.36.0" }, addresses: [{ type: "InternalIP" }, { type: "Hostname" }] },
    });
    const conditions = node.status?.conditions?.map(({ type, status }) => `${type}=${status}`);
    expect(conditions?.sort()).toEqual([
      "DiskPressure=False",
      "MemoryPressure=False",
      "PIDPressure=False",
      "Ready=True",
    ]);

    const info = await client.get(ConfigMap, { namespace: "kube-public", name: "cluster-info" });
    expect(load(info.data?.kubeconfig ?? "")).toMatchObject({
      clusters: [{ cluster: { server: `https://${world.address}` } }],
    });
    const config = await client.get(ConfigMap, { namespace: "kube-system", name: "kubeadm-config" });
    expect(load(config.data?.ClusterConfiguration ?? "")).toMatchObject({ controlPlaneEndpoint: world.address });
    const secret = await client.get(Secret, { namespace: "kube-system", name: `bootstrap-token-${token.id}` });
    expect(secret.type).toBe("bootstrap.kubernetes.io/token");
  });

  test("that initializes installs the addons, except for skipped phases", async () => {
    const world = await RunningCloud.open();
    const cluster = { dns: { imageRepository: "registry.example.com/dns" } };
    const init = { skipPhases: ["addon/kube-proxy"] };
    const userData = initData({ endpoint: world.address, certificates, cluster, init });
    await world.until("cp-0", "joined", { userData });

    const client = await world.client();
    const coreDNS = await client.get(kindOf("apps", "Deployment"), { namespace: "kube-system", name: "coredns" });
    expect(coreDNS).toHaveProperty(
      "spec.template.spec.containers.0.image",
      expect.stringMatching(/^registry\.example\.com\/dns\/coredns:v/),
    );
    expect((await client.list(kindOf("apps", "DaemonSet"))).items).toEqual([]);
  });

  test("of the control plane shows the static Pods of kubeadm, until it is removed", async () => {
    const world = await RunningCloud.open();
    const cluster = { apiServer: { extraArgs: [{ name: "audit-log-path", value: "-" }] } };
    const init = { localAPIEndpoint: { bindPort: 7443 }, bootstrapTokens: [{ token: tokenText }] };
    await world.until("cp-0", "joined", {
      userData: initData({ endpoint: world.address, certificates, cluster, init }),
    });
    // Joining machines get the current configuration of the cluster, as during an upgrade.
    await setKubernetesVersion(await world.client(), "v1.36.1");
    const controlPlane = joinData({ endpoint: world.address, certificates, controlPlane: certificates });
    await world.until("cp-1", "joined", { userData: controlPlane });
    await world.until("w-0", "joined", { userData: joinData({ endpoint: world.address, certificates }) });

    const client = await world.client();
    const components = ["etcd", "kube-apiserver", "kube-controller-manager", "kube-scheduler"];
    expect(await podNames(client)).toEqual(components.flatMap((name) => [`${name}-cp-0`, `${name}-cp-1`]));
    const pod = await client.get(Pod, { namespace: "kube-system", name: "kube-apiserver-cp-0" });
    expect(pod).toMatchObject({
      metadata: {
        labels: { component: "kube-apiserver", tier: "control-plane" },
        ownerReferences: [{ kind: "Node", name: "cp-0" }],
      },
      spec: {
        nodeName: "cp-0",
        containers: [
          {
            image: "registry.k8s.io/kube-apiserver:v1.36.0",
            command: expect.arrayContaining(["--secure-port=7443", "--audit-log-path=-"]) as string[],
          },
        ],
      },
      status: {
        phase: "Running",
        conditions: expect.arrayContaining([expect.objectContaining({ type: "Ready", status: "True" })]) as object[],
      },
    });
    const later = await client.get(Pod, { namespace: "kube-system", name: "kube-scheduler-cp-1" });
    expect(later).toHaveProperty("spec.containers.0.image", "registry.k8s.io/kube-scheduler:v1.36.1");

    await world.cloud.removeInstance({ namespace: "ns", name: "cp-0" });
    expect(await podNames(client)).toEqual(components.map((name) => `${name}-cp-1`));
  });

  test("runs no etcd if the cluster uses an external one", async () => {
    const world = await RunningCloud.open();
    const cluster = { etcd: { external: { endpoints: ["https://10.0.0.9:2379"] } } };
    await world.until("cp-0", "joined", { userData: initData({ endpoint: world.address, certificates, cluster }) });
    const client = await world.client();
    expect(await podNames(client)).not.toContain("etcd-cp-0");
    const pod = await client.get(Pod, { namespace: "kube-system", name: "kube-apiserver-cp-0" });
    expect(JSON.stringify(pod)).toContain("--etcd-servers=https://10.0.0.9:2379");
  });

  test("never joins a cluster without a ClusterConfiguration", async () => {
    const world = await RunningCloud.open();
    await world.until("cp-0", "joined", { userData: world.init() });
    await (await world.client()).delete(ConfigMap, { namespace: "kube-system", name: "kubeadm-config" });
    const worker = { userData: joinData({ endpoint: world.address, certificates }) };
    expect((await world.until("w-0", "failed", worker)).boot).toMatchObject({ reason: "ClusterConfigurationNotFound" });
  });

  test("that boots early waits, and joins once the control plane is ready", async () => {
    const world = await RunningCloud.open();
    const worker = { userData: joinData({ endpoint: world.address, certificates }) };
    expect((await world.until("w-0", "waiting", worker)).boot).toMatchObject({ reason: "ControlPlaneNotInitialized" });
    await world.until("cp-0", "joined", { userData: world.init() });
    expect((await world.until("w-0", "joined", worker)).boot).toMatchObject({ role: "worker", nodeName: "w-0" });
    const controlPlane = joinData({ endpoint: world.address, certificates, controlPlane: certificates });
    expect((await world.until("cp-1", "joined", { userData: controlPlane })).boot).toMatchObject({
      role: "control-plane",
    });
    const { items } = await (await world.client()).list(Node);
    expect(items.map(({ metadata }) => metadata.name).sort()).toEqual(["cp-0", "cp-1", "w-0"]);
  });

  test("that would create a second cluster never joins", async () => {
    const world = await RunningCloud.open();
    const request = { userData: world.init() };
    await Promise.all([world.ensure("cp-0", request), world.ensure("cp-1", request)]);
    const results = await Promise.allSettled([
      world.until("cp-0", "joined", request),
      world.until("cp-1", "joined", request),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await (await world.client()).list(Node)).items).toHaveLength(1);
  });

  test.each([
    ["no data", undefined, "NoBootstrapData"],
    ["data that cannot be read", "#cloud-config\nruncmd: hunter2", "BootstrapDataInvalid"],
    ["data that does not join", "#!/bin/sh\necho hunter2\n", "KubeadmNotCalled"],
  ])("with %s boots, and never joins", async (_, userData, reason) => {
    const world = await RunningCloud.open();
    const { boot } = await world.until("a", "failed", userData === undefined ? {} : { userData });
    expect(boot).toMatchObject({ reason });
    expect(JSON.stringify(boot)).not.toContain("hunter2");
  });

  test("with a revoked token never joins", async () => {
    const world = await RunningCloud.open();
    await world.until("cp-0", "joined", { userData: world.init() });
    await (await world.client()).delete(Secret, { namespace: "kube-system", name: `bootstrap-token-${token.id}` });
    const { boot } = await world.until("w-0", "failed", {
      userData: joinData({ endpoint: world.address, certificates }),
    });
    expect(boot).toMatchObject({ reason: "TokenNotFound" });
  });

  test("that is removed leaves a NotReady Node, whose name a new machine can take", async () => {
    const world = await RunningCloud.open();
    const worker = { userData: joinData({ endpoint: world.address, certificates }) };
    await world.until("cp-0", "joined", { userData: world.init() });
    await world.until("w-0", "joined", worker);
    await world.cloud.removeInstance({ namespace: "ns", name: "w-0" });
    await world.cloud.removeInstance({ namespace: "ns", name: "w-0" });

    const client = await world.client();
    const left = await client.get(Node, { name: "w-0" });
    expect(left.status?.conditions).toContainEqual(expect.objectContaining({ type: "Ready", status: "Unknown" }));

    await world.until("w-0", "joined", { ...worker, object: { namespace: "ns", name: "w-1" } });
    const node = await client.get(Node, { name: "w-0" });
    expect(node.spec?.providerID).toBe("mock://ns/c1/w-1");
  });

  test("that was the last of the control plane ends the cluster; another can initialize it again", async () => {
    const world = await RunningCloud.open();
    await world.until("cp-0", "joined", { userData: world.init() });
    await world.until("cp-1", "joined", {
      userData: joinData({ endpoint: world.address, certificates, controlPlane: certificates }),
    });
    await world.cloud.removeInstance({ namespace: "ns", name: "cp-0" });
    expect((await (await world.client()).list(Node)).items).toHaveLength(2);
    await world.cloud.removeInstance({ namespace: "ns", name: "cp-1" });
    expect(await isClosedAtOnce(world.endpoint)).toBe(true);

    await world.until("cp-2", "joined", { userData: world.init() });
    expect((await (await world.client()).list(Node)).items).toHaveLength(1);
  });
});

describe("a cloud", () => {
  test("opens on first use", async () => {
    const stateDirectory = join(await temporaryDirectory(), "state");
    await using cloud = new MockCloud({ clock: systemClock, stateDirectory });
    expect(existsSync(stateDirectory)).toBe(false);
    await cloud.removeInstance({ namespace: "ns", name: "missing" });
    expect(existsSync(stateDirectory)).toBe(true);
  });

  test("that is closed creates no objects", async () => {
    const world = await RunningCloud.open();
    await world.cloud.close();
    await expect(world.ensure("a")).rejects.toThrow("closed");
    await expect(world.cloud.ensureLoadBalancer({ object: cluster, cluster })).rejects.toThrow("closed");
  });

  test("keeps no machine of a cluster that is being removed", async () => {
    const stateDirectory = await temporaryDirectory();
    const world = await RunningCloud.open({ stateDirectory });
    const [, instance, endpoint] = await Promise.all([
      world.cloud.removeLoadBalancer(cluster),
      world.cloud.ensureInstance(machine("a", { userData: "hunter2" })),
      world.cloud.ensureLoadBalancer({ object: cluster, cluster }),
    ]);
    expect(instance).toBeUndefined();
    expect(endpoint).not.toEqual(world.endpoint);
    expect(world.changes).toContainEqual({ kind: "MockMachine", object: { namespace: "ns", name: "a" } });
    expect(await readdir(join(stateDirectory, "clusters", "ns", "c1"))).toEqual(["cluster.json"]);
  });
});

const Pod = kindOf("", "Pod");

function kindOf(group: string, kind: string): ResourceKind {
  return { group, version: "v1", kind, plural: `${kind.toLowerCase()}s`, namespaced: true };
}

async function podNames(client: Client): Promise<string[]> {
  return (await client.list(Pod)).items.map(({ metadata }) => metadata.name).sort();
}

/** As the control-plane provider does before it replaces the first machine. */
async function setKubernetesVersion(client: Client, version: string): Promise<void> {
  const key = { namespace: "kube-system", name: "kubeadm-config" };
  const text = (await client.get(ConfigMap, key)).data?.ClusterConfiguration ?? "";
  const data = { ClusterConfiguration: text.replace(/^kubernetesVersion: .*$/m, `kubernetesVersion: ${version}`) };
  await client.patch(ConfigMap, key, { type: "merge", body: { data } });
}
