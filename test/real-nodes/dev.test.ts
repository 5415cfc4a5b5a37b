import { readFile } from "node:fs/promises";
import { clusterRemains } from "@capstan/infrastructure-docker";
import { createClient } from "@capstan/runtime";
import { applyYAML } from "@capstan/testkit";
import { openNodeEngine } from "@capstan/testkit/real-nodes";
import { describe, expect, test, vi } from "vitest";
import { DevProcess } from "../e2e/dev/dev-process.ts";
import { DevProject } from "../e2e/dev/dev-project.ts";
import { useEngine } from "./use-engine.ts";

const hasNodes = (process.env.CAPSTAN_NODE_IMAGE_ASSETS ?? "") !== "";
/** Longer than it takes on a busy machine. */
const timeout = 1_800_000;

describe.runIf(hasNodes)("capstan dev --with docker", () => {
  test("removes the containers of its Clusters when it is interrupted", { timeout }, async () => {
    await using opened = await openNodeEngine();
    useEngine(opened);
    await using project = await DevProject.create();
    await using dev = new DevProcess(project.folder, "--no-page", "--with", "docker");
    const { kubeconfig } = await dev.next("started");
    const client = createClient({ kubeconfig: await readFile(String(kubeconfig), "utf8"), userAgent: "test" });
    await applyYAML(client, manifests(opened.images.loadBalancer ?? ""));
    await client.close();
    const remains = () => clusterRemains(opened.engine, "default.containers", AbortSignal.timeout(60_000));
    await vi.waitFor(
      async () => {
        expect(await remains()).toHaveLength(2);
      },
      { timeout },
    );

    expect(await dev.interrupt()).toBe(0);

    expect(await remains()).toEqual([]);
  });
});

/** A Cluster with a network and a load balancer. */
function manifests(image: string): string {
  return `
apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
kind: DockerCluster
metadata: { name: containers }
spec: { loadBalancer: { image: ${image} } }
---
apiVersion: cluster.x-k8s.io/v1beta2
kind: Cluster
metadata: { name: containers }
spec:
  infrastructureRef: { apiGroup: infrastructure.cluster.x-k8s.io, kind: DockerCluster, name: containers }
`;
}
