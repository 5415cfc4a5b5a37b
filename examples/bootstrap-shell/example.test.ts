import { execFile } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { mkdtempDisposable, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { getCondition, Secret } from "@capstan/provider";
import { KubeadmConfig, MockCluster, MockMachine, TestEnvironment } from "@capstan/testkit";
import { describe, expect, test } from "vitest";
import { ShellConfig } from "./src/api/shell-config.ts";
import { ShellConfigReconciler } from "./src/reconcilers/shell-config/shell-config-reconciler.ts";
import { renderScript, sentinelFile } from "./src/render/render-script.ts";

const run = promisify(execFile);
const endpoint = { host: "192.0.2.10", port: 6443 };

/** A management cluster that reconciles ShellConfigs and only stores MockMachines. */
function startEnvironment() {
  return TestEnvironment.start({ reconcilers: [new ShellConfigReconciler()], crds: MockMachine.crds });
}

async function bootstrapData(env: TestEnvironment, name: string): Promise<string> {
  const secret = await env.client.get(Secret, { name, namespace: "default" });
  return Buffer.from(secret.data?.value ?? "", "base64").toString();
}

/** A directory with its own `/run/cluster-api`, in which a script finds `programs` first. */
async function sandbox(programs: Record<string, string>) {
  const directory = await mkdtempDisposable(path.join(tmpdir(), "bootstrap-shell-"));
  for (const [name, text] of Object.entries(programs)) {
    await writeFile(path.join(directory.path, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  }
  const inside = (absolute: string) => path.join(directory.path, absolute);
  return {
    boot: async (script: string) => {
      const file = inside("boot.sh");
      await writeFile(file, script.replaceAll("/run/cluster-api", inside("/run/cluster-api")), { mode: 0o755 });
      const env = { PATH: `${directory.path}:${process.env.PATH ?? ""}`, OUT: inside("out") };
      return run(file, { env }).then(
        () => true,
        () => false,
      );
    },
    said: () => readFile(inside("out"), "utf8"),
    hasSentinel: () => existsSync(inside(sentinelFile)),
    [Symbol.asyncDispose]: () => directory.remove(),
  };
}

describe("a ShellConfig", () => {
  test("runs its script with the Cluster's data on the Machine and writes the sentinel file", async () => {
    await using env = await startEnvironment();
    const cluster = await env.createCluster({ name: "c1", spec: { controlPlaneEndpoint: endpoint } });
    await env.createMachine({
      name: "m1",
      cluster,
      infrastructure: MockMachine,
      bootstrap: ShellConfig,
      bootstrapSpec: { script: 'join --name "$MACHINE_NAME" "$CONTROL_PLANE_ENDPOINT" # of $CLUSTER_NAME' },
    });
    await env.settled();
    await using machine = await sandbox({ join: 'echo "$@" > "$OUT"' });

    expect(await machine.boot(await bootstrapData(env, "m1"))).toBe(true);

    expect(await machine.said()).toBe("--name m1 192.0.2.10:6443\n");
    expect(machine.hasSentinel()).toBe(true);
    expect(env.writes({ kind: "Secret" })).toEqual(["create Secret/m1"]);
  });

  test("reports that it waits for the Cluster's endpoint, then continues automatically", async () => {
    await using env = await startEnvironment();
    const cluster = await env.createCluster({ name: "c1" });
    const bootstrap = { bootstrap: ShellConfig, bootstrapSpec: { script: "join" } };
    const machine = await env.createMachine({ cluster, infrastructure: MockMachine, ...bootstrap });
    await env.settled();
    expect(getCondition(await machine.bootstrapConfig(), "DataSecretAvailable")).toMatchObject({
      status: "False",
      reason: "WaitingForControlPlaneEndpoint",
    });

    await cluster.patch({ spec: { controlPlaneEndpoint: endpoint } });
    await env.settled();

    expect((await machine.bootstrapConfig()).status?.initialization?.dataSecretCreated).toBe(true);
  });

  test("brings a worker of a kubeadm cluster to Running on the mock infrastructure", async () => {
    await using env = await TestEnvironment.start({
      reconcilers: [new ShellConfigReconciler()],
      bootstrapKubeadm: true,
      infrastructureMock: true,
    });
    const cluster = await env.createCluster({ name: "c1", infrastructure: MockCluster });
    const common = { cluster, infrastructure: MockMachine, machine: { version: "v1.36.0" } };
    const token = "abcdef.0123456789abcdef";
    const initConfiguration = { bootstrapTokens: [{ token }] };
    await env.createMachine({
      ...common,
      name: "cp",
      controlPlane: true,
      bootstrap: KubeadmConfig,
      bootstrapSpec: { initConfiguration },
    });
    const script = [
      "set -u",
      `kubeadm join "$CONTROL_PLANE_ENDPOINT" --token ${token} --discovery-token-unsafe-skip-ca-verification`,
    ].join("\n");
    const worker = await env.createMachine({
      ...common,
      name: "worker",
      bootstrap: ShellConfig,
      bootstrapSpec: { script },
    });

    for (let second = 0; second < 60 && (await worker.phase()).phase !== "Running"; second += 1) {
      await env.clock.advance({ seconds: 1 });
    }

    expect(await worker.phase()).toMatchObject({ phase: "Running" });
  });
});

describe("the sentinel file", () => {
  test.each([
    { script: "work", exits: 0, written: true },
    { script: "work; exit 0", exits: 0, written: true },
    { script: "work", exits: 1, written: false },
    { script: "work\ntrue", exits: 1, written: false },
    { script: "set +e\nwork", exits: 1, written: false },
    { script: "no-such-program", exits: 0, written: false },
    { script: "work # no newline, and ) (", exits: 0, written: true },
    { script: "work )", exits: 0, written: false },
    { script: "cat <<END\nnever ended", exits: 0, written: false },
  ])("is written: $written, when the program exits $exits in $script", async ({ script, exits, written }) => {
    await using machine = await sandbox({ work: `exit ${exits}` });

    expect(await machine.boot(renderScript(script, {}))).toBe(written);

    expect(machine.hasSentinel()).toBe(written);
  });

  test("variables with any content reach the script unchanged", async () => {
    const value = `it's "$HOME" \`id\` $(id) \\ 2`;
    await using machine = await sandbox({});

    await machine.boot(renderScript('printf %s "$VALUE" > "$OUT"', { VALUE: value }));

    expect(await machine.said()).toBe(value);
  });
});

test("the whole provider takes at most 60 lines", async () => {
  const files = globSync("src/**/*.ts", { cwd: import.meta.dirname });
  const strings = await Promise.all(files.map((file) => readFile(path.join(import.meta.dirname, file), "utf8")));
  const lines = strings.flatMap((text) => text.trimEnd().split("\n")).length;
  expect(files).toHaveLength(4);
  expect(lines).toBeLessThanOrEqual(60);
});
