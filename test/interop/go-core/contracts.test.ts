import { Cluster, type KubernetesObject, labels } from "@capstan/contract";
import { MockCluster, MockMachine } from "@capstan/infrastructure-mock";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allRunning, createCluster, createControlPlane, createWorkers } from "@capstan/harness/scenes";
import {
  goCoreAvailable,
  GoManagementCluster,
  LegacyCluster,
  LegacyMachine,
  ReferenceProviders,
} from "@capstan/harness/go";

describe.runIf(goCoreAvailable)("infrastructure with a single contract, under the Go core", () => {
  const closing = new AsyncDisposableStack();
  let management: GoManagementCluster;
  let providers: ReferenceProviders;
  beforeAll(async () => {
    management = closing.use(await GoManagementCluster.start());
    providers = closing.use(await ReferenceProviders.start(management));
  });
  afterAll(() => closing.disposeAsync());

  test.each([
    { contract: "v1beta1", clusters: LegacyCluster, machines: LegacyMachine },
    { contract: "v1beta2", clusters: MockCluster, machines: MockMachine },
  ])(
    "control plane and workers in contract $contract reach Running, and are deleted with the Cluster",
    async ({ contract, clusters, machines }) => {
      for (const crd of [...clusters.crds, ...machines.crds]) {
        const contracts = Object.keys(crd.metadata.labels ?? {}).filter((label) =>
          /^cluster\.x-k8s\.io\/v\d/.test(label),
        );
        expect(contracts).toEqual([`cluster.x-k8s.io/${contract}`]);
      }
      await using scene = await management.scene();
      await createCluster(scene, "c1", clusters.kind);
      await createControlPlane(scene, "cp", { cluster: "c1", machines });
      await createWorkers(scene, "md", { cluster: "c1", replicas: 2, machines });
      await scene.until("3 Machines Running", () => allRunning(scene, 3));
      const { items } = await scene.client.list<KubernetesObject>(machines.kind, {
        namespace: scene.namespace,
        labelSelector: `${labels.clusterName}=c1`,
      });
      expect(items).toHaveLength(3);
      // The core reads the fields of the contract in the CRD's label.
      const reported = contract === "v1beta1" ? { ready: true } : { initialization: { provisioned: true } };
      for (const item of items) expect(item).toMatchObject({ status: reported });

      await scene.client.delete(Cluster, scene.key("c1"));
      await scene.until("Cluster deleted", () => scene.list(Cluster).length === 0);
      expect(providers.users).not.toEqual([]);
      for (const user of providers.users) expect(management.refusalsOf(user), user).toBe("");
    },
  );
});
