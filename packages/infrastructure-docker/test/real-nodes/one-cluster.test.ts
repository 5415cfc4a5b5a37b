import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { DockerCluster, DockerMachine, engineLabels } from "@capstan/infrastructure-docker";
import { Cluster, Machine, Node } from "@capstan/provider";
import { describe, expect, test, vi } from "vitest";
import { assets } from "./real-engine.ts";
import { clusterName, RealScene } from "./real-scene.ts";

const signal = new AbortController().signal;

/** Nodes on a host that does other things, too, take minutes. */
const timeout = 1_200_000;

describe.skipIf(assets === "")("real Nodes (CAPSTAN_NODE_IMAGE_ASSETS)", () => {
  test(
    "a control plane Machine and a worker come to Running, and deletion leaves nothing behind",
    { timeout },
    async () => {
      await using real = await RealScene.start();
      const { scene } = real;
      const { engine } = real.engine;
      const started = performance.now();
      const seconds: Record<string, number> = {};
      const mark = (what: string) => (seconds[what] = Math.round((performance.now() - started) / 100) / 10);

      // given a Cluster with two Machines
      await real.createCluster();
      await real.createMachine("cp-0", { isControlPlane: true });
      await real.createMachine("w-0");

      // then both come to Running, with Nodes that are Ready and have their providerIDs
      await scene.running("cp-0");
      mark("control plane Running");
      await scene.running("cp-0", "w-0");
      mark("worker Running");
      await scene.until("both Nodes healthy", () =>
        ["cp-0", "w-0"].every((name) => scene.condition(Machine, name, "NodeHealthy")?.status === "True"),
      );
      mark("Nodes Ready");
      const workload = await scene.workload(clusterName);
      const nodes = (await workload.list(Node)).items.map(({ metadata, spec }) => [metadata.name, spec?.providerID]);
      expect(nodes.toSorted()).toEqual([
        ["cp-0", `docker:////${real.nameOf("cp-0")}`],
        ["w-0", `docker:////${real.nameOf("w-0")}`],
      ]);
      for (const name of ["cp-0", "w-0"]) {
        await scene.reports(DockerMachine.kind, name, "BootstrapExecSucceeded", "Succeeded");
      }

      // when all is deleted
      const volumes = await volumesOf([real.nameOf("cp-0"), real.nameOf("w-0")]);
      expect(volumes).toHaveLength(2);
      const memoryMiB = await Promise.all(
        ["cp-0", "w-0"].map(async (name) => {
          const argv = [
            "sh",
            "-c",
            "cat /sys/fs/cgroup/memory.current /sys/fs/cgroup/memory/memory.usage_in_bytes 2>&1",
          ];
          const { output } = await engine.exec(real.nameOf(name), argv, signal);
          return Math.round(Number(/^\d+$/m.exec(output)?.[0]) / 2 ** 20);
        }),
      );
      mark("deletion");
      for (const name of ["w-0", "cp-0"]) await scene.client.delete(Machine, scene.key(name));
      await scene.client.delete(Cluster, scene.key(clusterName));
      // A busy engine may not answer for a while, in which nothing changes.
      await vi.waitFor(
        () => {
          expect(scene.list(DockerCluster.kind)).toEqual([]);
        },
        { timeout, interval: 200 },
      );
      mark("deleted");

      // then no container, no volume and no network is left
      expect(await engine.listContainers({ [engineLabels.cluster]: real.nameOf(clusterName) }, signal)).toEqual([]);
      expect(await engine.findNetwork(real.nameOf(clusterName), signal)).toBeUndefined();
      const left = await run("podman", ["volume", "ls", "--format", "{{.Name}}"]);
      for (const volume of volumes) expect(left.stdout).not.toContain(volume);
      process.stdout.write(`seconds: ${JSON.stringify(seconds)}, MiB: ${JSON.stringify(memoryMiB)}\n`);
    },
  );
});

const run = promisify(execFile);

/** The anonymous volumes of containers. */
async function volumesOf(containers: readonly string[]): Promise<readonly string[]> {
  const format = '{{range .Mounts}}{{if eq .Type "volume"}}{{.Name}} {{end}}{{end}}';
  const { stdout } = await run("podman", ["inspect", "--format", format, ...containers]);
  return stdout.split(/\s+/).filter((name) => name !== "");
}
