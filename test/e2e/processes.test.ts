import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { patienceMs } from "@capstan/harness/patience";
import { Machine } from "@capstan/contract";
import { createClient, Secret } from "@capstan/runtime";
import { describe, expect, test } from "vitest";
import { applyManifests } from "../../packages/cli/src/demo/cluster-objects.ts";
import { mockKinds } from "../../packages/cli/src/demo/nodes/mock-nodes.ts";
import { loadManifests } from "../../packages/cli/src/manifests/load-manifests.ts";
import { type managerCommands, ManagerProcess } from "./manager-process.ts";
import { Scene } from "@capstan/harness/scenes";
import { leaks, secretsIn } from "./secret-search.ts";

const quickstart = path.resolve(import.meta.dirname, "../../examples/quickstart");
const managerFlags = [
  "--kubeconfig",
  "--context",
  "--namespace",
  "--watch-filter",
  "--sync-period",
  "--kube-api-qps",
  "--leader-elect",
  "--health-addr",
  "--diagnostics-address",
  "--insecure-diagnostics",
  "--v",
  "--logging-format",
  "--install",
  "--version",
  "--help",
];
const flags: Record<keyof typeof managerCommands, readonly string[]> = {
  "capstan-apiserver": ["--kubeconfig-out", "--port", "--data-dir", "--log-level", "--version", "--help"],
  "capstan-core": [...managerFlags, "--phase-reading"],
  "capstan-bootstrap-kubeadm": [...managerFlags, "--bootstrap-token-ttl"],
  "capstan-infrastructure-docker": [...managerFlags, "--docker-host"],
  "capstan-infrastructure-mock": [...managerFlags, "--state-dir", "--in-memory", "--boot-duration"],
};
const commands = Object.keys(flags) as (keyof typeof managerCommands)[];

describe("the commands as processes", () => {
  test.each(commands)("%s --help lists the flags and exits with 0", async (name) => {
    await using process = new ManagerProcess(name, ["--help"]);

    expect(await process.ended()).toBe(0);
    for (const flag of flags[name]) expect(process.output).toContain(flag);
    expect(process.output).toContain(name);
  });

  test.each(commands)("%s with an unknown flag names it and exits with another status", async (name) => {
    await using process = new ManagerProcess(name, ["--no-such-flag"]);

    expect(await process.ended()).not.toBe(0);
    expect(process.output).toContain("--no-such-flag");
  });

  test.each(commands.filter((name) => name !== "capstan-apiserver"))(
    "%s with a missing kubeconfig names it and exits with another status",
    async (name) => {
      const missing = path.join(tmpdir(), "no-such-folder", "kubeconfig");
      await using process = new ManagerProcess(name, ["--kubeconfig", missing, ...inMemory(name)]);

      expect(await process.ended()).not.toBe(0);
      expect(process.output).toContain(missing);
    },
  );

  test("an API server and three managers bring up the quick start, and end on SIGTERM with 0", async () => {
    await using cleanUp = new AsyncDisposableStack();
    const folder = await mkdtemp(path.join(tmpdir(), "capstan-processes-"));
    cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
    const file = path.join(folder, "kubeconfig");
    const server = cleanUp.use(new ManagerProcess("capstan-apiserver", ["--kubeconfig-out", file]));
    await server.prints(/Wrote a kubeconfig/);
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    // given managers that install their CRDs, started concurrently
    const managers = commands
      .filter((name) => name !== "capstan-apiserver")
      .map((name) => cleanUp.use(new ManagerProcess(name, ["--kubeconfig", file, "--install", ...inMemory(name)])));
    const client = createClient({ kubeconfig: await readFile(file, "utf8"), userAgent: "test" });
    cleanUp.defer(() => client.close());
    const scene = cleanUp.use(await Scene.open(client, "default"));

    // when the quick start is applied, then its Machines become Running
    const manifests = await loadManifests(quickstart);
    await applyManifests(client, manifests, {
      namespace: "default",
      kinds: mockKinds,
      signal: AbortSignal.timeout(patienceMs),
    });
    const names = manifests.filter(({ kind }) => kind === Machine.kind).map(({ metadata }) => metadata.name);
    expect(names).toHaveLength(6);
    await scene.running(...names);
    const secrets = secretsIn(scene.list(Secret));
    expect(secrets.length).toBeGreaterThan(100);

    // and each stops on request within 5 s, and leaves nothing behind
    for (const process of [...managers, server]) {
      await withinMs(5000, process.end("SIGTERM"));
      expect(process.status, process.output).toBe(0);
    }
    expect(existsSync(file)).toBe(false);

    // and no secret is in their complete output
    const outputs = [...managers, server].map(({ output }) => output);
    expect(outputs.join("")).toContain("The manager is running");
    expect(leaks(secrets, outputs)).toEqual([]);
  });
});

function inMemory(name: keyof typeof managerCommands): string[] {
  return name === "capstan-infrastructure-mock" ? ["--in-memory"] : [];
}

async function withinMs(ms: number, ending: Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  AbortSignal.timeout(ms).addEventListener("abort", () => {
    reject(new Error(`It still runs ${ms} ms after SIGTERM.`));
  });
  promise.catch(() => undefined);
  await Promise.race([ending, promise]);
}
