import path from "node:path";
import { describe, expect, test } from "vitest";
import { onContainers } from "../../src/demo/nodes/on-containers.ts";
import { loadManifests } from "../../src/manifests/load-manifests.ts";

const quickstart = path.resolve(import.meta.dirname, "../../../../examples/quickstart");
const own = "localhost/node:v1.36.3";
/** A version of which kind has published an image. */
const published = "v1.36.1";

describe("the quick start on containers", () => {
  test("has the same objects, of the kinds of the Docker provider", async () => {
    const before = await loadManifests(quickstart);
    const after = onContainers(before, {});
    expect(after.map(({ metadata }) => metadata.name)).toEqual(before.map(({ metadata }) => metadata.name));
    expect(new Set(after.map(({ kind }) => kind))).toEqual(
      new Set(["Cluster", "DockerCluster", "DockerMachine", "KubeadmConfig", "Machine"]),
    );
    expect(JSON.stringify(after)).not.toContain("Mock");
  });

  test("uses the images of the provider's definitions, unless one is given, in a version that kind has published", async () => {
    const after = onContainers(await loadManifests(quickstart), {});
    const specs = after.filter(({ kind }) => kind.startsWith("Docker")).map((object) => specOf(object));
    expect(new Set(specs.map((spec) => JSON.stringify(spec)))).toEqual(new Set(["{}"]));
    expect(specOf(after.find(({ kind }) => kind === "Machine"))).toMatchObject({ version: published });
  });

  test.each([
    { node: own, cluster: { loadBalancer: { image: own } }, version: "v1.36.3" },
    { node: "kindest/node:v1.35.2@sha256:0", cluster: {}, version: "v1.35.2" },
    { node: "docker.io/kindest/node:latest", cluster: {}, version: published },
    { node: own, loadBalancer: "a/b", cluster: { loadBalancer: { image: "a/b" } }, version: "v1.36.3" },
  ])("runs $node", async ({ cluster, version, ...images }) => {
    const after = onContainers(await loadManifests(quickstart), images);
    expect(specOf(after.find(({ kind }) => kind === "DockerMachine"))).toEqual({ customImage: images.node });
    expect(specOf(after.find(({ kind }) => kind === "DockerCluster"))).toEqual(cluster);
    expect(specOf(after.find(({ kind }) => kind === "Machine"))).toMatchObject({ version });
  });

  test("skips kubeadm's checks of the host, and keeps the labels of Nodes", async () => {
    const after = onContainers(await loadManifests(quickstart), {});
    const [controlPlane, worker] = ["quickstart-control-plane-0", "quickstart-worker-0"].map((name) =>
      specOf(after.find(({ kind, metadata }) => kind === "KubeadmConfig" && metadata.name === name)),
    );
    const part = (pool: string): unknown => ({
      skipPhases: ["preflight"],
      nodeRegistration: {
        kubeletExtraArgs: expect.arrayContaining([
          { name: "node-labels", value: `quickstart.example/pool=${pool}` },
        ]) as unknown,
      },
    });
    expect(controlPlane).toMatchObject({
      initConfiguration: part("control-plane"),
      joinConfiguration: part("control-plane"),
      postKubeadmCommands: [expect.stringContaining("192.168.0.0/16")],
    });
    expect(worker).toMatchObject({ joinConfiguration: part("workers") });
    expect(worker).not.toHaveProperty("postKubeadmCommands");
  });
});

function specOf(object: unknown): unknown {
  return (object as { spec: unknown } | undefined)?.spec;
}
