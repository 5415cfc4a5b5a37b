import { execFile } from "node:child_process";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { clusterRemains } from "@capstan/infrastructure-docker";
import { openNodeEngine } from "@capstan/testkit/real-nodes";
import { describe, expect, test } from "vitest";
import { DemoProcess } from "../e2e/demo-process.ts";
import { useEngine } from "./use-engine.ts";

const run = promisify(execFile);
const kubernetes = process.env.KUBEBUILDER_ASSETS ?? "";
const isAvailable = kubernetes !== "" && (process.env.CAPSTAN_NODE_IMAGE_ASSETS ?? "") !== "";
/** Longer than the demo takes on a busy machine; it has a time limit of its own. */
const timeout = 1_800_000;

describe.runIf(isAvailable)("capstan demo --nodes docker", () => {
  test("has Nodes on which Pods run, and leaves nothing behind when it is interrupted", { timeout }, async () => {
    await using opened = await openNodeEngine();
    const { node = "" } = opened.images;
    useEngine(opened);
    const demo = new DemoProcess("--nodes", "docker", "--node-image", node, "--keep");
    await demo.prints(/kubectl --kubeconfig (\S+) get machines/);
    const shown = /kubectl --kubeconfig (\S+) get nodes/.exec(demo.printed)?.[1] ?? "";
    const kubectl = async (...argv: string[]): Promise<string> => {
      const { stdout } = await run(path.join(kubernetes, "kubectl"), [`--kubeconfig=${shown}`, ...argv]);
      return stdout;
    };

    // kubectl works in the workload cluster: Nodes, a Pod, the log of a Pod of the control plane
    await kubectl("wait", "nodes", "--all", "--for=condition=Ready", "--timeout=10m");
    expect((await kubectl("get", "nodes", "--output=name")).split("\n").filter(Boolean)).toEqual([
      "node/quickstart-control-plane-0",
      "node/quickstart-worker-0",
      "node/quickstart-worker-1",
    ]);
    const images = await kubectl("get", "nodes", "--output=json");
    const pause = /"([^"@]*\/pause:[^"]+)"/.exec(images)?.[1] ?? "";
    await kubectl("run", "pause", `--image=${pause}`);
    await kubectl("wait", "pod/pause", "--for=condition=Ready", "--timeout=10m");
    const log = await kubectl("logs", "--namespace=kube-system", "kube-apiserver-quickstart-control-plane-0");
    expect(log).toContain("Serving securely");

    // when it is interrupted, it removes what would outlive it
    demo.child.kill("SIGINT");
    const { status } = await demo.end();
    expect(status).toBe(0);
    expect(await clusterRemains(opened.engine, "default.quickstart", AbortSignal.timeout(60_000))).toEqual([]);
    expect(await demo.temporaryFiles()).toEqual([]);
  });
});
