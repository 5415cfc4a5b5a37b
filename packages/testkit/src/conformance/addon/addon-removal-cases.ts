import { must, mustEqual } from "../scene/not-so.ts";
import type { AddonCase } from "./addon-case.ts";
import type { AddonUnderTest } from "./addon-under-test.ts";

/** The cases for the end of an add-on in a Cluster, which depend on whether Clusters keep what was installed. */
export function addonRemovalCases({ keeps = false }: Pick<AddonUnderTest, "keeps">): readonly AddonCase[] {
  return [
    {
      sentence: keeps
        ? "stays in a Cluster that is no longer selected, and no longer reports it"
        : "is removed from a Cluster that is no longer selected, and from no other",
      run: async (scene) => {
        const cluster = await scene.createCluster("c1");
        await scene.createCluster("c2");
        await scene.createAddon();
        await scene.mustInstall("c1");
        await scene.mustInstall("c2");
        const [before, other] = [scene.workloads.objectsIn("c1"), scene.workloads.objectsIn("c2")];
        await scene.select(cluster, false);
        await scene.mustReach("status.clusters has no c1", async () => (await scene.entryOf("c1")) === undefined);
        scene.mustBeLeft("c1", before);
        mustEqual("the objects in the workload cluster of c2", scene.workloads.objectsIn("c2"), other);
      },
    },
    {
      sentence: keeps
        ? "stays in its Clusters when its object is deleted"
        : "is removed from its Clusters before its deleted object is gone",
      run: async (scene) => {
        await scene.createCluster("c1");
        await scene.createAddon();
        await scene.mustInstall("c1");
        const before = scene.workloads.objectsIn("c1");
        const finalizers = (await scene.addon())?.metadata.finalizers ?? [];
        must(keeps || finalizers.length > 0, "the object has no finalizer, so it does not wait for the removal");
        await scene.deleteAddon();
        await scene.mustReach("the deleted object is gone", () => scene.isGone());
        scene.mustBeLeft("c1", before);
      },
    },
    {
      sentence: "leaves what is in a paused Cluster, also if that is no longer selected",
      run: async (scene) => {
        const cluster = await scene.createCluster("c1");
        await scene.createAddon();
        await scene.mustInstall("c1");
        const writes = scene.workloads.writesIn("c1");
        await cluster.patch({ spec: { paused: true } });
        await scene.management.settled();
        await scene.select(cluster, false);
        await scene.management.settled();
        await scene.management.clock.advance({ minutes: 1 });
        mustEqual("the writes in the paused Cluster", scene.workloads.writesIn("c1") - writes, 0);
      },
    },
    {
      sentence: "does not wait for a Cluster that is being deleted, and removes nothing from it",
      run: async (scene) => {
        const cluster = await scene.createCluster("c1");
        await scene.createAddon();
        await scene.mustInstall("c1");
        scene.management.expectError(Error, { optional: true });
        await scene.startDeleting(cluster);
        await scene.management.settled();
        const writes = scene.workloads.writesIn("c1");
        await scene.deleteAddon();
        await scene.mustReach("the deleted object is gone", () => scene.isGone());
        mustEqual("the writes in the Cluster that is being deleted", scene.workloads.writesIn("c1") - writes, 0);
      },
    },
  ];
}
