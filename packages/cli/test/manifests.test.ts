import path from "node:path";
import { describe, expect, test } from "vitest";
import { resize } from "../src/demo/manifests.ts";
import { loadManifests } from "../src/manifests/load-manifests.ts";

const quickstart = path.resolve(import.meta.dirname, "../../../examples/quickstart");

describe("the quick start's manifests", () => {
  test("contain a Cluster, 3 control-plane Machines and 3 workers, each with its two objects", async () => {
    const objects = await loadManifests(quickstart);
    const kinds = Object.groupBy(objects, (object) => object.kind);
    expect(Object.fromEntries(Object.entries(kinds).map(([kind, list]) => [kind, list?.length]))).toEqual({
      Cluster: 1,
      KubeadmConfig: 6,
      Machine: 6,
      MockCluster: 1,
      MockMachine: 6,
    });
  });

  test("grow by copies of the last Machine of a role, whose references use the new name", async () => {
    const objects = resize(await loadManifests(quickstart), { controlPlanes: 1, workers: 5 });
    const names = objects.filter((object) => object.kind === "Machine").map((object) => object.metadata.name);
    expect(names).toEqual([
      "quickstart-control-plane-0",
      ...[0, 1, 2, 3, 4].map((index) => `quickstart-worker-${index}`),
    ]);
    expect(
      objects.find((object) => object.kind === "Machine" && object.metadata.name === "quickstart-worker-4"),
    ).toMatchObject({
      spec: {
        bootstrap: { configRef: { name: "quickstart-worker-4" } },
        infrastructureRef: { name: "quickstart-worker-4" },
      },
    });
    expect(new Set(objects.map((object) => `${object.kind}/${object.metadata.name}`)).size).toBe(objects.length);
  });

  test("shrink to the requested number, including related objects", async () => {
    const objects = resize(await loadManifests(quickstart), { controlPlanes: 1, workers: 0 });
    expect(objects.map((object) => object.kind).sort()).toEqual([
      "Cluster",
      "KubeadmConfig",
      "Machine",
      "MockCluster",
      "MockMachine",
    ]);
  });
});
