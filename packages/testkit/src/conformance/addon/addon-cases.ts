import { isCapstanError } from "@capstan/kube";
import { noteSecrets } from "../../secret-guard/secret-guard.ts";
import { must, mustEqual, NotSo } from "../scene/not-so.ts";
import type { AddonScene } from "./addon-scene.ts";
import type { AddonUnderTest } from "./addon-under-test.ts";
import type { AddonCase } from "./addon-case.ts";
import { addonRemovalCases } from "./addon-removal-cases.ts";

/** The cases for every kind of add-ons. */
export function addonCases(subject: Pick<AddonUnderTest, "keeps">): readonly AddonCase[] {
  return [...installation, ...addonRemovalCases(subject), ...trouble];
}

const installation: readonly AddonCase[] = [
  {
    sentence: "installs nothing before the control plane of a Cluster is initialized, and continues afterwards",
    run: async (scene) => {
      const cluster = await scene.createCluster("c1", { initialized: false });
      await scene.createAddon();
      await scene.mustBeUntouched("c1");
      await scene.initialize(cluster);
      await scene.mustInstall("c1");
    },
  },
  {
    sentence: "leaves paused Clusters alone, and continues afterwards",
    run: async (scene) => {
      const cluster = await scene.createCluster("c1", { paused: true });
      await scene.createAddon();
      await scene.mustBeUntouched("c1");
      await cluster.patch({ spec: { paused: false } });
      await scene.mustInstall("c1");
    },
  },
  {
    sentence: "does nothing while its object is paused, and continues afterwards",
    run: async (scene) => {
      await scene.createCluster("c1");
      await scene.createAddon({ paused: true });
      await scene.mustBeUntouched("c1");
      await scene.patchAddon({ metadata: { annotations: null } });
      await scene.mustInstall("c1");
    },
  },
  {
    sentence: "is installed in each selected Cluster and in no other",
    run: async (scene) => {
      await scene.createCluster("c1");
      await scene.createCluster("c2");
      await scene.createCluster("c3", { selected: false });
      await scene.createAddon();
      await scene.mustInstall("c1");
      await scene.mustInstall("c2");
      await scene.mustBeUntouched("c3");
      mustEqual("the condition Ready", (await scene.ready())?.status, "True");
    },
  },
  {
    sentence: "is installed once, however often its object is reconciled",
    run: async (scene) => {
      await scene.createCluster("c1");
      await scene.createAddon();
      await scene.mustInstall("c1");
      const before = scene.workloads.objectsIn("c1");
      for (const round of ["1", "2"]) {
        await scene.patchAddon({ metadata: { annotations: { "conformance.capstan.dev/round": round } } });
        await scene.management.settled();
        await scene.management.clock.advance({ minutes: 1 });
      }
      mustEqual("the objects in the workload cluster", scene.workloads.objectsIn("c1"), before);
    },
  },
  {
    sentence: "is installed in a Cluster that gets its label later",
    run: async (scene) => {
      const cluster = await scene.createCluster("c1", { selected: false });
      await scene.createAddon();
      await scene.mustBeUntouched("c1");
      await scene.select(cluster, true);
      await scene.mustInstall("c1");
    },
  },
];

const trouble: readonly AddonCase[] = [
  {
    sentence: "names a Cluster whose API server refuses its writes, without Secrets, and is installed in the others",
    run: async (scene) => {
      await scene.createCluster("c1");
      await scene.createCluster("c2");
      scene.management.expectError(Error, { optional: true });
      const message = "refused by the conformance suite";
      const refused = { type: "error", code: 403, reason: "Forbidden", message } as const;
      const refusal = scene.workloads.refuseWrites("c1", refused);
      await scene.createAddon();
      await scene.mustInstall("c2");
      await mustNameTheFailed(scene, "c1");
      await mustKeepSecrets(scene);
      refusal?.remove();
      await scene.management.clock.advance({ minutes: 2 });
      await scene.mustInstall("c1");
    },
  },
  {
    sentence: "is not held up by Clusters whose API servers are silent, and names them",
    run: async (scene) => {
      for (const name of ["c1", "c2", "c3"]) await scene.createCluster(name);
      scene.management.expectError(Error, { optional: true });
      const silent = ["c1", "c3"].map((name) => scene.workloads.silence(name));
      await scene.createAddon();
      await scene.mustReachNow("something is created in the workload cluster of c2", () => {
        return scene.workloads.objectsIn("c2").length > 0;
      });
      must(
        silent.every(({ hasGivenUp }) => !hasGivenUp()),
        "c2 was reached only after a request to a silent cluster had ended",
      );
      await scene.mustInstall("c2");
      for (const name of ["c1", "c3"]) await mustNameTheFailed(scene, name);
    },
  },
];

async function mustNameTheFailed(scene: AddonScene, cluster: string): Promise<void> {
  await scene.mustReach(`status.clusters has ${cluster} as not ready`, async () => {
    return (await scene.entryOf(cluster))?.ready === false;
  });
  const { status, message = "" } = (await scene.ready()) ?? {};
  mustEqual("the condition Ready", status, "False");
  must(message.includes(cluster), `the condition Ready does not name ${cluster}: ${message}`);
}

/** Searches logs, Events, and everything that was written, for the content of Secrets, such as kubeconfigs. */
async function mustKeepSecrets({ management }: AddonScene): Promise<void> {
  await noteSecrets(management.client, management.secrets);
  try {
    management.secrets.check();
  } catch (error) {
    if (!isCapstanError(error, "SecretLeaked")) throw error;
    throw new NotSo(error.message);
  }
}
