import process from "node:process";
import { goCoreAvailable } from "@capstan/harness/go";
import { openNodeEngine } from "@capstan/testkit/real-nodes";
import { describe, expect, test } from "vitest";
import { ControlPlaneOfContainers } from "./go-core/control-plane-of-containers.ts";
import { controlPlane } from "./go-core/manifests.ts";

const isAvailable = goCoreAvailable && (process.env.CAPSTAN_NODE_IMAGE_ASSETS ?? "") !== "";
/** Longer than anything here takes on a busy machine. */
const timeout = 3_600_000;

describe.runIf(isAvailable)("a KubeadmControlPlane of containers, under the Go core", () => {
  test.each(["Capstan's", "the Go"] as const)(
    "grows to three etcd members, shrinks and rolls, with %s bootstrap provider",
    { timeout },
    async (whose) => {
      await using opened = await openNodeEngine();
      await using plane = await ControlPlaneOfContainers.start(opened, whose);

      await plane.apply(controlPlane(plane.scene.namespace, opened.images));
      await plane.healthy(1);
      await plane.setSpec({ replicas: 3 });
      await plane.healthy(3);
      const before = new Set(plane.machines().map(({ metadata }) => metadata.name));
      await plane.setSpec({ replicas: 1 });
      await plane.healthy(1);
      await plane.setSpec({ rollout: { after: new Date().toISOString() } });
      await plane.healthy(1, ({ metadata }) => !before.has(metadata.name));

      expect(await plane.remainsOfDeletion()).toEqual([]);
    },
  );
});
