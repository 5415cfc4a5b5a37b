import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { Cluster, Machine, MachineDeployment } from "@capstan/contract";
import { MockCluster, MockMachine } from "@capstan/infrastructure-mock";
import {
  allRunning,
  createCluster,
  createControlPlane,
  createWorkers,
  scaleWorkers,
  type Scene,
  story,
} from "@capstan/harness/scenes";
import {
  goCoreAvailable,
  GoManagementCluster,
  LegacyCluster,
  LegacyMachine,
  ReferenceProviders,
  UpgradedCluster,
  UpgradedMachine,
} from "@capstan/harness/go";
import type { ProviderDefinition } from "@capstan/provider";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const next = "v1.36.1";

/** Infrastructure providers by the contracts that their CRDs declare. */
const declarations = {
  v1beta1: { provider: "infrastructure-legacy", clusters: LegacyCluster, machines: LegacyMachine },
  v1beta2: { provider: "infrastructure-mock", clusters: MockCluster, machines: MockMachine },
  both: { provider: "infrastructure-upgraded", clusters: UpgradedCluster, machines: UpgradedMachine },
} as const;

// The servers and the core are those of KUBEBUILDER_ASSETS and CAPSTAN_CLUSTER_API_ASSETS, of any version.
describe.runIf(goCoreAvailable).each(Object.entries(declarations))(
  "infrastructure that declares %s, and the bootstrap provider, under the Go core",
  (declared, { provider, clusters, machines }) => {
    const closing = new AsyncDisposableStack();
    let management: GoManagementCluster;
    let providers: ReferenceProviders;
    let scene: Scene;
    beforeAll(async () => {
      management = closing.use(await GoManagementCluster.start());
      const names = ["bootstrap-kubeadm", provider] as const;
      providers = closing.use(await ReferenceProviders.start(management, names, { ownCRDs: true }));
      scene = closing.use(await management.scene([Cluster, Machine, KubeadmConfig.kind, clusters.kind, machines.kind]));
    });
    afterAll(() => closing.disposeAsync());
    const step = story();

    test("has the labels of what it declares", () => {
      for (const definition of [clusters, machines]) {
        expect(contractsOf(definition)).toEqual(declared === "both" ? ["v1beta1", "v1beta2"] : [declared]);
      }
    });

    step("makes a control plane and two workers Running", async () => {
      await createCluster(scene, "c1", clusters.kind);
      await createControlPlane(scene, "cp", { cluster: "c1", machines });
      await createWorkers(scene, "md", { cluster: "c1", replicas: 2, machines });
      await scene.until("3 Machines Running", () => allRunning(scene, 3));
    });

    step("scales to three workers", async () => {
      await scaleWorkers(scene, "md", 3);
      await scene.until("4 Machines Running", () => allRunning(scene, 4));
    });

    step("rolls the workers out to another version", async () => {
      const body = { spec: { template: { spec: { version: next } } } };
      await scene.client.patch(MachineDeployment, scene.key("md"), { type: "merge", body });
      await scene.until("workers replaced", () => {
        const replaced = scene.list(Machine).filter(({ spec }) => spec.version === next);
        return replaced.length === 3 && allRunning(scene, 4);
      });
    });

    step("deletes everything with the Cluster, and lacks no right", async () => {
      await scene.client.delete(Cluster, scene.key("c1"));
      await scene.until("Cluster deleted", () => scene.list(Cluster).length === 0);
      expect(providers.users).not.toEqual([]);
      for (const user of providers.users) expect(management.refusalsOf(user), user).toBe("");
    });
  },
);

/** The contracts that the labels of the CRDs declare. */
function contractsOf({ crds }: Pick<ProviderDefinition, "crds">): string[] {
  const labels = crds.flatMap(({ metadata }) => Object.keys(metadata.labels ?? {}));
  const declared = labels.flatMap((label) => /^cluster\.x-k8s\.io\/(v\d\w*)$/.exec(label)?.[1] ?? []);
  return [...new Set(declared)].toSorted();
}
