import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { Cluster, Machine, MachineDeployment } from "@capstan/contract";
import {
  allRunning,
  createCluster,
  createControlPlane,
  createWorkers,
  scaleWorkers,
  type Scene,
  story,
} from "@capstan/harness/scenes";
import type { ProviderDefinition } from "@capstan/provider";
import { Secret } from "@capstan/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type InstalledManager, storedVersions } from "../clusterctl/installed-manager.ts";
import { isEmpty, machineIdentities, moveScene, nodeIdentities } from "../clusterctl/moved-objects.ts";
import { chosen, coreSupport } from "./chosen.ts";
import { labelOf, providerThatDeclares } from "./declarations.ts";
import { TwoManagements } from "./two-managements.ts";

const next = "v1.36.1";

// The servers and the core are those of KUBEBUILDER_ASSETS and CAPSTAN_CLUSTER_API_ASSETS, of any version.
describe.runIf(coreSupport === "supported")("under the Go core", () => {
  let managements: TwoManagements;
  beforeAll(async () => {
    managements = await TwoManagements.start(chosen);
  });
  afterAll(() => managements[Symbol.asyncDispose]());

  describe.each(chosen)("infrastructure that declares %s, and the bootstrap provider", (declared) => {
    const provider = providerThatDeclares(declared);
    const { clusters, machines } = provider.before;
    const kinds = [Cluster, Machine, KubeadmConfig.kind, clusters.kind, machines.kind, Secret];
    const closing = new AsyncDisposableStack();
    const managers: InstalledManager[] = [];
    let scene: Scene;
    afterAll(() => closing.disposeAsync());
    const step = story();

    test("has the labels of what it declares", () => {
      for (const definition of [provider.after.clusters, provider.after.machines]) {
        expect(contractsOf(definition)).toEqual(declared === "both" ? ["v1beta1", "v1beta2"] : [declared]);
      }
    });

    step("makes a control plane and two workers Running", async () => {
      managers.push(closing.use(await managements.startManager(managements.first, declared, "before")));
      scene = closing.use(await managements.first.cluster.scene(kinds));
      await createCluster(scene, "c1", clusters.kind);
      await createControlPlane(scene, "cp", { cluster: "c1", machines });
      await createWorkers(scene, "md", { cluster: "c1", replicas: 2, machines });
      await scene.until("3 Machines Running", () => allRunning(scene, 3));
    });

    step("scales to three workers", async () => {
      await scaleWorkers(scene, "md", 3);
      await scene.until("4 Machines Running", () => allRunning(scene, 4));
    });

    step("is upgraded without replacing a Machine, and stores every object in its storage version", async () => {
      const before = machineIdentities(scene);
      await Promise.all(managers.map((manager) => manager[Symbol.asyncDispose]()));
      await managements.upgrade(declared);
      for (const management of managements.all) {
        managers.push(closing.use(await managements.startManager(management, declared, "after")));
      }
      const { version } = provider.after.machines.kind;
      for (const { client } of managements.all) {
        await expect
          .poll(async () => new Set(Object.values(await storedVersions({ client }, labelOf(provider))).flat()))
          .toEqual(new Set([version]));
      }
      expect(allRunning(scene, 4)).toBe(true);
      expect(machineIdentities(scene)).toEqual(before);
    });

    step("rolls the workers out to another version", async () => {
      const body = { spec: { template: { spec: { version: next } } } };
      await scene.client.patch(MachineDeployment, scene.key("md"), { type: "merge", body });
      await scene.until("workers replaced", () => {
        const replaced = scene.list(Machine).filter(({ spec }) => spec.version === next);
        return replaced.length === 3 && allRunning(scene, 4);
      });
    });

    step("moves to another management cluster with the same Machines and Nodes", async () => {
      const [before, nodes] = [machineIdentities(scene), await nodeIdentities(scene)];
      const { clusterctl, first: from, second: to } = managements;
      scene = closing.use(await moveScene(clusterctl, scene, { from, to, kinds }));
      await scene.until("4 Machines Running", () => allRunning(scene, 4));
      expect(machineIdentities(scene)).toEqual(before);
      expect(await nodeIdentities(scene)).toEqual(nodes);
    });

    step("deletes everything with the Cluster, and lacks no right", async () => {
      await scene.client.delete(Cluster, scene.key("c1"));
      const deleted = [Cluster, Machine, KubeadmConfig.kind, clusters.kind, machines.kind];
      await scene.until("everything deleted", () => deleted.every((kind) => isEmpty(scene, kind)));
      expect(managements.all).not.toEqual([]);
      for (const { cluster, bootstrap } of managements.all) {
        const users = [...bootstrap.users, ...managers.map(({ user }) => user)];
        expect(users).not.toEqual([]);
        expect(users.map((user) => cluster.refusalsOf(user))).toEqual(users.map(() => ""));
      }
    });
  });
});

/** The contracts that the labels of the CRDs declare. */
function contractsOf({ crds }: Pick<ProviderDefinition, "crds">): string[] {
  const labels = crds.flatMap(({ metadata }) => Object.keys(metadata.labels ?? {}));
  const declared = labels.flatMap((label) => /^cluster\.x-k8s\.io\/(v\d\w*)$/.exec(label)?.[1] ?? []);
  return [...new Set(declared)].toSorted();
}
