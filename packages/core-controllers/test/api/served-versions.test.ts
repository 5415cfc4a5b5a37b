import { patienceMs } from "@capstan/harness/patience";
import {
  Cluster,
  ClusterV1Beta1,
  type KubernetesObject,
  MachineDeployment,
  MachineDeploymentV1Beta1,
  type ResourceKind,
} from "@capstan/contract";
import { MockCluster, MockMachine } from "@capstan/infrastructure-mock";
import { type Client, createClient, CustomResourceDefinition, installCRDs, isNotFound } from "@capstan/runtime";
import { describe, expect, test, vi } from "vitest";
import { servers, startProgram, startServer } from "./core-program.ts";

const namespace = "default";

/** A server with a running `capstan-core --install`, which has installed its CRDs and converts their objects. */
async function startCore(name: string) {
  const closing = new AsyncDisposableStack();
  const server = closing.use(await startServer(name));
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test/1" });
  closing.defer(() => client.close());
  await installCRDs(client, [...MockCluster.crds, ...MockMachine.crds], { timeoutMs: 60_000 });
  closing.use(await startProgram(server));
  await vi.waitUntil(() => isServed(client), { timeout: patienceMs, interval: 100 });
  return { client, [Symbol.asyncDispose]: () => closing.disposeAsync() };
}

/** Whether both versions of all objects in the tests are served: the CRDs are installed concurrently, in no order. */
async function isServed(client: Client): Promise<boolean> {
  try {
    const kinds: readonly ResourceKind[] = [Cluster, ClusterV1Beta1, MachineDeployment, MachineDeploymentV1Beta1];
    for (const kind of kinds) {
      const crd = await client.get(CustomResourceDefinition, { name: `${kind.plural}.${kind.group}` });
      if ((crd.spec as { conversion?: { strategy: string } }).conversion?.strategy !== "Webhook") return false;
      await client.list(kind);
    }
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}

function reference(kind: string, name: string, version = "v1beta1") {
  return { apiVersion: `infrastructure.cluster.x-k8s.io/${version}`, kind, name };
}

/** Manifests of a v1beta1 user: a Cluster and workers, from the quick start of Cluster API. */
const cluster: KubernetesObject & { spec: object } = {
  apiVersion: "cluster.x-k8s.io/v1beta1",
  kind: "Cluster",
  metadata: { name: "quick", namespace },
  spec: {
    paused: true,
    clusterNetwork: {
      pods: { cidrBlocks: ["192.168.0.0/16"] },
      services: { cidrBlocks: ["10.128.0.0/12"] },
      serviceDomain: "cluster.local",
    },
    infrastructureRef: reference("MockCluster", "quick"),
  },
};
const workers: KubernetesObject & { spec: object } = {
  apiVersion: "cluster.x-k8s.io/v1beta1",
  kind: "MachineDeployment",
  metadata: { name: "quick-md-0", namespace },
  spec: {
    clusterName: "quick",
    replicas: 3,
    minReadySeconds: 5,
    progressDeadlineSeconds: 600,
    selector: { matchLabels: { pool: "md-0" } },
    strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0, deletePolicy: "Oldest" } },
    template: {
      metadata: { labels: { pool: "md-0" } },
      spec: {
        clusterName: "quick",
        version: "v1.36.0",
        nodeDrainTimeout: "1m30s",
        bootstrap: { dataSecretName: "data" },
        infrastructureRef: reference("MockMachineTemplate", "quick-md-0", "v1beta2"),
      },
    },
  },
};

describe.each(servers)("the core kinds in two versions, on the %s server", (name) => {
  test("manifests of v1beta1 are accepted, stored in v1beta2, and read unchanged", async () => {
    await using core = await startCore(name);
    const { client } = core;

    await client.create(ClusterV1Beta1, cluster);
    await client.create(MachineDeploymentV1Beta1, workers as MachineDeploymentV1Beta1);

    // then the controllers see v1beta2
    const stored = await client.get(Cluster, { name: "quick", namespace });
    expect(stored.spec.infrastructureRef).toEqual({
      apiGroup: "infrastructure.cluster.x-k8s.io",
      kind: "MockCluster",
      name: "quick",
    });
    const deployment = await client.get(MachineDeployment, { name: "quick-md-0", namespace });
    expect(deployment.spec).toMatchObject({
      rollout: { strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } },
      deletion: { order: "Oldest" },
      template: { spec: { minReadySeconds: 5, deletion: { nodeDrainTimeoutSeconds: 90 } } },
    });
    // and the user reads the original manifests
    expect((await client.get(ClusterV1Beta1, { name: "quick", namespace })).spec).toEqual(cluster.spec);
    expect((await client.get(MachineDeploymentV1Beta1, { name: "quick-md-0", namespace })).spec).toEqual(workers.spec);

    // when a field changes in v1beta2, then v1beta1 has the change and keeps its own fields
    const body = { spec: { replicas: 5 } };
    await client.patch(MachineDeployment, { name: "quick-md-0", namespace }, { type: "merge", body });
    const changed = await client.get(MachineDeploymentV1Beta1, { name: "quick-md-0", namespace });
    expect(changed.spec).toEqual({ ...workers.spec, replicas: 5 });
  });

  test("v1beta2 objects are readable in v1beta1, with the CRD's version in references", async () => {
    await using core = await startCore(name);
    const { client } = core;
    await client.create(Cluster, {
      apiVersion: "cluster.x-k8s.io/v1beta2",
      kind: "Cluster",
      metadata: { name: "new", namespace },
      spec: {
        paused: true,
        infrastructureRef: { apiGroup: MockCluster.kind.group, kind: "MockCluster", name: "new" },
      },
    });

    await vi.waitUntil(
      async () => {
        const { spec } = await client.get(ClusterV1Beta1, { name: "new", namespace });
        return spec?.infrastructureRef?.apiVersion === "infrastructure.cluster.x-k8s.io/v1beta2";
      },
      { timeout: patienceMs, interval: 100 },
    );
    const { spec } = await client.get(ClusterV1Beta1, { name: "new", namespace });
    expect(spec?.infrastructureRef).toEqual({ ...reference("MockCluster", "new", "v1beta2"), namespace });
  });
});
