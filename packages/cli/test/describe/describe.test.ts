import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { Machine } from "@capstan/contract";
import { apiVersionOf } from "@capstan/kube";
import { KubeadmConfig, MockMachine, TestEnvironment } from "@capstan/testkit";
import { load } from "js-yaml";
import { describe as group, expect, test } from "vitest";
import { noConditions } from "../../src/describe/condition-filter.ts";
import { describe } from "../../src/describe/describe.ts";
import type { DescribedObject } from "../../src/describe/described-object.ts";
import { renderTree } from "../../src/describe/render-tree.ts";

const crds = [...MockMachine.crds, ...KubeadmConfig.crds];

function text(described: DescribedObject, now: number): string {
  return stripVTControlCharacters(renderTree(described, { all: false, conditions: noConditions, now }));
}

async function described(
  env: TestEnvironment,
  type: "cluster" | "machine",
  name: string,
): Promise<DescribedObject & { readonly text: string }> {
  const found = await describe(env.client, { type, name, namespace: "default" });
  if (found === undefined) throw new Error(`no ${type} ${name}`);
  return { ...found, text: text(found, env.clock.now()) };
}

group("capstan describe", () => {
  test("a Machine without infrastructure reports the missing fact, the object and the time", async () => {
    // given a Machine with its data, and no infrastructure provider
    await using env = await TestEnvironment.start({ crds });
    await env.createMachine({ name: "m1", infrastructure: MockMachine, bootstrapData: "#cloud-config" });
    await env.settled();

    // when it is described 90 seconds later
    await env.clock.advance({ seconds: 90 });
    const machine = await described(env, "machine", "m1");

    // then
    expect(machine.waitsFor).toMatchObject([{ what: "infrastructure provisioned", object: "MockMachine m1" }]);
    expect(Date.parse(machine.waitsFor[0]?.since ?? "")).toBeLessThan(env.clock.now() - 80_000);
    expect(machine.text).toMatch(/^Machine\/m1 +Provisioning +False/m);
    expect(machine.text).toMatch(/… waits for infrastructure provisioned \(MockMachine m1: .*\), since 9\ds/);
  });

  test("a Machine that is deleted, blocked by a hook and marked for remediation reports all three", async () => {
    // given a Machine that a health check has marked, and whose deletion a hook blocks
    await using env = await TestEnvironment.start({ crds });
    const { cluster } = await env.createMachine({
      name: "m1",
      infrastructure: MockMachine,
      bootstrapData: "#cloud-config",
    });
    const key = { name: "m1", namespace: "default" };
    const hook = "pre-terminate.delete.hook.machine.cluster.x-k8s.io/backup";
    await env.client.patch(Machine, key, { type: "merge", body: { metadata: { annotations: { [hook]: "me" } } } });
    await env.settled();
    const before = (await env.client.get(Machine, key)).status?.conditions ?? [];
    const verdict = {
      type: "HealthCheckSucceeded",
      status: "False",
      reason: "UnhealthyNode",
      message: "Health check failed:\n  * Condition Ready on Node is reporting status False",
      lastTransitionTime: new Date(env.clock.now()).toISOString(),
    };
    const body = { status: { conditions: [...before, verdict] } };
    await env.client.patch(Machine, key, { type: "merge", body }, { subresource: "status" });
    await env.client.delete(Machine, key);
    await env.settled();

    // when
    const machine = await described(env, "machine", "m1");
    const tree = await described(env, "cluster", cluster.name);

    // then
    expect(machine.activities).toMatchObject([{ what: "Deleting", reason: "WaitingForPreTerminateHook" }]);
    for (const { text: shown } of [machine, tree]) {
      expect(shown).toMatch(/↻ Deleting \(WaitingForPreTerminateHook\): .*backup.*, since/);
      expect(shown).toContain("✗ UnhealthyNode: Health check failed:");
    }
  });

  test("a provider's error is shown at the object that reports it", async () => {
    // given infrastructure whose provider reports an error
    await using env = await TestEnvironment.start({ crds });
    const machine = await env.createMachine({
      name: "m1",
      infrastructure: MockMachine,
      bootstrapData: "#cloud-config",
    });
    const condition = {
      type: "Ready",
      status: "False",
      reason: "QuotaExceededError",
      message: "no server is left in zone a",
      lastTransitionTime: new Date(env.clock.now()).toISOString(),
    };
    const patch = { type: "merge", body: { status: { conditions: [condition] } } } as const;
    await env.client.patch(MockMachine.kind, { namespace: machine.namespace, name: "m1" }, patch, {
      subresource: "status",
    });
    await env.settled();

    // when
    const cluster = await described(env, "cluster", machine.cluster.name);

    // then
    const [shown] = cluster.children;
    expect(shown?.children.find(({ kind }) => kind === "MockMachine")?.errors).toMatchObject([
      { origin: "MockMachine m1", reason: "QuotaExceededError", message: "no server is left in zone a" },
    ]);
    expect(cluster.text).toContain("✗ QuotaExceededError: no server is left in zone a");
  });

  test("a missing object and an uninstalled kind are named with the remedy", async () => {
    // given a Machine with references to missing objects
    await using env = await TestEnvironment.start({ crds });
    const { name: cluster } = await env.createCluster();
    await env.client.create(Machine, {
      apiVersion: apiVersionOf(Machine),
      kind: "Machine",
      metadata: { name: "lost", namespace: "default" },
      spec: {
        clusterName: cluster,
        bootstrap: { configRef: { apiGroup: KubeadmConfig.kind.group, kind: "KubeadmConfig", name: "none" } },
        infrastructureRef: { apiGroup: "infrastructure.example.com", kind: "FooMachine", name: "none" },
      },
    });
    await env.settled();

    // when
    const machine = await described(env, "machine", "lost");

    // then
    expect(machine.text).toContain("ObjectDoesNotExist: KubeadmConfig none does not exist; create it");
    expect(machine.text).toContain(
      "CustomResourceDefinition foomachines.infrastructure.example.com is not installed; install the provider of FooMachine",
    );
  });

  test("the description of a missing object is undefined", async () => {
    await using env = await TestEnvironment.start({ core: false });
    expect(await describe(env.client, { type: "cluster", name: "none", namespace: "default" })).toBeUndefined();
    expect(await describe(env.client, { type: "machine", name: "none", namespace: "default" })).toBeUndefined();
  });

  test("the command prints one JSON object, and exits with 1 for a missing object, with 2 without a response", async () => {
    // given a server with a Cluster
    await using env = await TestEnvironment.start({ crds });
    const { name } = await env.createCluster();
    await env.settled();
    const folder = await mkdtemp(join(tmpdir(), "capstan-describe-"));
    const kubeconfig = join(folder, "kubeconfig");
    await writeFile(kubeconfig, env.kubeconfig);
    const elsewhere = join(folder, "elsewhere");
    const config = load(env.kubeconfig) as { contexts: { context: { namespace?: string } }[] };
    for (const { context } of config.contexts) context.namespace = "other";
    await writeFile(elsewhere, JSON.stringify(config));

    // when the command runs
    const [found, missing, unreachable, inContext] = await Promise.all([
      capstan("describe", "cluster", name, "--json", "--kubeconfig", kubeconfig),
      capstan("describe", "machine", "none", "--kubeconfig", kubeconfig),
      capstan("describe", "cluster", name, "--kubeconfig", join(folder, "no-such-file")),
      capstan("describe", "cluster", name, "--kubeconfig", elsewhere),
    ]);
    await rm(folder, { recursive: true });

    // then
    expect(found.status).toBe(0);
    expect(JSON.parse(found.stdout)).toMatchObject({ kind: "Cluster", name, children: [] });
    expect(missing).toMatchObject({
      status: 1,
      stdout: "",
      stderr: "capstan describe: machine none not found in namespace default\n",
    });
    expect(unreachable).toMatchObject({ status: 2, stdout: "" });
    expect(inContext).toMatchObject({ status: 1, stderr: expect.stringContaining("in namespace other") as string });
    expect(unreachable.stderr).toContain("no-such-file");
  });
});

function capstan(...args: string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  const command = join(import.meta.dirname, "../../src/main.ts");
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ["--conditions=source", command, ...args], (_, stdout, stderr) => {
      resolve({ status: child.exitCode ?? -1, stdout, stderr });
    });
  });
}
