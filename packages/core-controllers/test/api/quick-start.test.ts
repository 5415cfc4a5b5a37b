import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { flowServers } from "@capstan/harness/servers";
import { patienceMs } from "@capstan/harness/patience";
import { ApiServer } from "@capstan/apiserver";
import { KubeadmConfig, KubeadmConfigReconciler } from "@capstan/bootstrap-kubeadm";
import {
  ClusterV1Beta1,
  coreCRDs,
  type KubernetesObject,
  MachineDeploymentV1Beta1,
  MachineHealthCheckV1Beta1,
  MachineV1Beta1,
  type ResourceKind,
} from "@capstan/contract";
import { MockCloud, MockCluster, MockClusterReconciler, MockMachine, MockMachineReconciler } from "@capstan/infrastructure-mock";
import { convertersOf } from "@capstan/provider";
import { type Client, createClient, installCRDs, isCapstanError, Manager, systemClock, WebhookServer, requestPath } from "@capstan/runtime";
import { RealApiServer } from "@capstan/testkit";
import { loadAll } from "js-yaml";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { runCore } from "../../src/index.ts";

const namespace = "default";
const waiting = { timeout: patienceMs, interval: 100 };

type Manifest = KubernetesObject & { readonly spec: object };

async function manifests(file: string): Promise<Manifest[]> {
  const text = await readFile(path.join(import.meta.dirname, "quick-start", file), "utf8");
  return loadAll(text) as Manifest[];
}

const installed = [...coreCRDs, ...KubeadmConfig.crds, ...MockCluster.crds, ...MockMachine.crds];

/** The kind of a manifest, in its version or another. */
function kindOf(object: KubernetesObject, version?: string): ResourceKind<Manifest> {
  const crd = installed.find(({ spec }) => spec.names.kind === object.kind);
  if (crd === undefined) throw new Error(`${object.kind} is not installed`);
  const { group, names } = crd.spec;
  const own = object.apiVersion.slice(object.apiVersion.indexOf("/") + 1);
  return { group, version: version ?? own, kind: names.kind, plural: names.plural, namespaced: true };
}

describe.each(flowServers)("the quick start's manifests of v1beta1, on the %s server", (name) => {
  const closing = new AsyncDisposableStack();
  let client: Client;

  beforeAll(async () => {
    const server = closing.use(await (name === "real" ? RealApiServer.start() : ApiServer.start()));
    const { kubeconfig } = server;
    client = createClient({ kubeconfig, userAgent: "test/1" });
    closing.defer(() => client.close());
    const webhook = closing.use(await WebhookServer.start({ converters: convertersOf(KubeadmConfig) }));
    const crds = [...webhook.wire(KubeadmConfig.crds), ...MockCluster.crds, ...MockMachine.crds];
    await installCRDs(client, crds, { timeoutMs: 60_000 });

    const folder = await mkdtemp(path.join(tmpdir(), "capstan-quick-start-"));
    closing.defer(() => rm(folder, { recursive: true }));
    const file = path.join(folder, "kubeconfig");
    await writeFile(file, kubeconfig, { mode: 0o600 });
    const ending = new AbortController();
    const core = runCore({ argv: ["--kubeconfig", file, "--install", "--v", "-1"], signal: ending.signal });
    closing.defer(async () => {
      ending.abort();
      await core;
    });

    const bootDuration = { minMilliseconds: 20, maxMilliseconds: 100 };
    const cloud = closing.use(await MockCloud.open({ clock: systemClock, bootDuration }));
    const providers = createClient({ kubeconfig, userAgent: "providers/1" });
    closing.defer(() => providers.close());
    const manager = new Manager({ name: "providers", client: providers });
    for (const reconciler of [new KubeadmConfigReconciler(), new MockClusterReconciler(cloud), new MockMachineReconciler(cloud)]) {
      reconciler.setup(manager);
    }
    closing.defer(() => manager.stop());
    await manager.start();
    await vi.waitUntil(() => isConverted(client), waiting);
  });

  afterAll(() => closing.disposeAsync());

  /** Creates an object as `kubectl apply` does, which rejects unknown fields. */
  async function create(object: Manifest): Promise<void> {
    const { group, version, plural } = kindOf(object);
    await client.request("POST", requestPath`/apis/${group}/${version}/namespaces/${namespace}/${plural}?fieldValidation=Strict`, object);
  }

  /** Every created object has its spec in the version in which it was written. */
  async function nothingIsLost(objects: readonly Manifest[]): Promise<void> {
    for (const object of objects) {
      const found = await client.get(kindOf(object), { name: object.metadata.name, namespace });
      expect(found, `${object.kind} ${object.metadata.name}`).toMatchObject({ spec: object.spec });
    }
  }

  async function inV1Beta2(kind: string, objectName: string): Promise<Manifest> {
    const crd = { apiVersion: "any/v1beta2", kind, metadata: { name: objectName } };
    return client.get(kindOf(crd), { name: objectName, namespace });
  }

  test("become Running without losing fields", async () => {
    // given
    const objects = await manifests("running.yaml");

    // when
    for (const object of objects) await create(object);

    // then all of it runs, as seen by a client that only knows v1beta1
    await vi.waitFor(async () => {
      const { items } = await client.list(MachineV1Beta1, { namespace });
      expect(items.map(({ status }) => status?.phase)).toEqual(["Running", "Running", "Running"]);
      const [node] = items.map(({ status }) => status?.nodeRef);
      expect(node).toMatchObject({ apiVersion: "v1", kind: "Node" });
      expect(items.every(({ status }) => status?.bootstrapReady === true && status.infrastructureReady === true)).toBe(true);
      const { status } = await client.get(ClusterV1Beta1, { name: "quick", namespace });
      expect(status).toMatchObject({ phase: "Provisioned", infrastructureReady: true });
      const initialized = status?.conditions?.find(({ type }) => type === "ControlPlaneInitialized");
      expect(initialized).toMatchObject({ status: "True" });
      const workers = await client.get(MachineDeploymentV1Beta1, { name: "quick-md-0", namespace });
      expect(workers.status).toMatchObject({ replicas: 2, phase: "Running", v1beta2: { availableReplicas: 2 } });
      const check = await client.get(MachineHealthCheckV1Beta1, { name: "quick-md-0", namespace });
      expect(check.status).toMatchObject({ expectedMachines: 2, currentHealthy: 2, remediationsAllowed: 2 });
    }, waiting);
    await nothingIsLost(objects);

    // and a client of v1beta2 finds the fields at their new paths
    expect(await inV1Beta2("KubeadmConfigTemplate", "quick-md-0")).toMatchObject({
      spec: { template: { spec: { joinConfiguration: { nodeRegistration: { kubeletExtraArgs: [{ name: "eviction-hard" }] } } } } },
    });
    expect(await inV1Beta2("MachineDeployment", "quick-md-0")).toMatchObject({
      spec: {
        rollout: { strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } },
        deletion: { order: "Oldest" },
        template: {
          spec: {
            deletion: { nodeDrainTimeoutSeconds: 10 },
            bootstrap: {
              configRef: { apiGroup: "bootstrap.cluster.x-k8s.io", kind: "KubeadmConfigTemplate", name: "quick-md-0" },
            },
          },
        },
      },
    });
    expect(await inV1Beta2("MachineHealthCheck", "quick-md-0")).toMatchObject({
      spec: {
        checks: {
          nodeStartupTimeoutSeconds: 600,
          unhealthyNodeConditions: [
            { type: "Ready", status: "Unknown", timeoutSeconds: 300 },
            { type: "Ready", status: "False", timeoutSeconds: 300 },
          ],
        },
        remediation: { triggerIf: { unhealthyLessThanOrEqualTo: "100%" } },
      },
    });
  });

  test("of a control plane provider and of a ClusterClass are read unchanged", async () => {
    const objects = await manifests("paused.yaml");
    expect(objects).not.toEqual([]);
    for (const object of objects) await create(object);

    for (const object of objects) {
      const found = await client.get(kindOf(object), { name: object.metadata.name, namespace });
      expect(found.spec).toEqual(object.spec);
    }
    expect(await inV1Beta2("Cluster", "with-control-plane")).toMatchObject({
      spec: {
        controlPlaneRef: {
          apiGroup: "controlplane.cluster.x-k8s.io",
          kind: "KubeadmControlPlane",
          name: "with-control-plane",
        },
      },
    });
    expect(await inV1Beta2("Cluster", "with-class")).toMatchObject({
      spec: {
        topology: {
          classRef: { name: "quick-start" },
          controlPlane: {
            deletion: { nodeDrainTimeoutSeconds: 120 },
            healthCheck: { enabled: true, remediation: { triggerIf: { unhealthyLessThanOrEqualTo: "100%" } } },
          },
          workers: {
            machineDeployments: [{ name: "md-0", deletion: { order: "Newest" }, minReadySeconds: 5 }],
            machinePools: [{ name: "mp-0", class: "default-worker" }],
          },
        },
      },
    });
  });
});

/** Whether core has installed its CRDs and converts their objects. */
async function isConverted(client: Client): Promise<boolean> {
  try {
    const kinds: readonly ResourceKind[] = [MachineV1Beta1, ClusterV1Beta1, MachineDeploymentV1Beta1, MachineHealthCheckV1Beta1];
    for (const kind of kinds) await client.list(kind);
    const path = requestPath`/apis/apiextensions.k8s.io/v1/customresourcedefinitions/machinehealthchecks.cluster.x-k8s.io`;
    const { spec } = (await client.request("GET", path)) as { spec: { conversion: { strategy: string } } };
    return spec.conversion.strategy === "Webhook";
  } catch (error) {
    if (isCapstanError(error)) return false;
    throw error;
  }
}
