import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { Cluster, getCondition, type KubernetesObject, Machine, type ResourceKind, Secret } from "@capstan/provider";
import { KubeadmConfig, MockCluster, MockMachine, TestEnvironment } from "@capstan/testkit";
import { loadAll } from "js-yaml";
import { expect, test } from "vitest";

const kinds: readonly ResourceKind[] = [Cluster, Machine, Secret, MockCluster.kind, MockMachine.kind];
const machineKey = { name: "own-data-0", namespace: "default" };

/** `kubectl apply -f -` */
async function apply(env: TestEnvironment, manifests: string): Promise<void> {
  for (const object of loadAll(manifests) as KubernetesObject[]) {
    const kind = kinds.find((known) => known.kind === object.kind);
    if (kind === undefined) throw new Error(`Unknown kind ${object.kind}`);
    await env.client.create(kind, object);
  }
}

function manifest(name: string): Promise<string> {
  return readFile(path.join(import.meta.dirname, "manifests", name), "utf8");
}

/** What the user's own tool prints for the endpoint of the Cluster. */
async function secrets(env: TestEnvironment): Promise<string> {
  const { spec } = await env.client.get(Cluster, { name: "own-data", namespace: "default" });
  const { host = "", port = 0 } = spec.controlPlaneEndpoint ?? {};
  const script = path.join(import.meta.dirname, "make-secrets.sh");
  return (await promisify(execFile)(script, [`${host}:${port}`])).stdout;
}

async function phaseOf(env: TestEnvironment): Promise<string | undefined> {
  return (await env.client.get(Machine, machineKey)).status?.phase;
}

async function waitForPhase(env: TestEnvironment, phase: string): Promise<void> {
  for (let second = 0; second < 60 && (await phaseOf(env)) !== phase; second += 1) {
    await env.clock.advance({ seconds: 1 });
  }
}

/** A management cluster without any bootstrap provider, and the Cluster in it. */
async function startCluster(): Promise<TestEnvironment> {
  const env = await TestEnvironment.start({ infrastructureMock: true, crds: KubeadmConfig.crds });
  await apply(env, await manifest("cluster.yaml"));
  await env.settled();
  return env;
}

test("a Machine whose dataSecretName is set reaches Running, and no bootstrap provider runs", async () => {
  await using env = await startCluster();
  const made = await secrets(env);
  await apply(env, made);
  await apply(env, await manifest("machine.yaml"));

  await waitForPhase(env, "Running");

  const machine = await env.client.get(Machine, machineKey);
  expect(machine.status).toMatchObject({ phase: "Running", nodeRef: { name: "own-data-0" } });
  expect(machine.spec.bootstrap).toEqual({ dataSecretName: "own-data-0" });
  expect(getCondition(machine, "BootstrapConfigReady")).toMatchObject({
    status: "True",
    reason: "DataSecretProvided",
  });
  expect(env.writes({ by: "bootstrap-kubeadm" })).toEqual([]);
});

test("data that comes after the Machine is waited for", async () => {
  await using env = await startCluster();
  await apply(env, await manifest("machine.yaml"));
  await env.clock.advance({ minutes: 1 });
  const waiting = await env.client.get(MockMachine.kind, machineKey);
  expect(getCondition(waiting, "Ready")).toMatchObject({ status: "False", reason: "WaitingForBootstrapData" });
  expect(waiting.spec.providerID).toBeUndefined();

  await apply(env, await secrets(env));
  await waitForPhase(env, "Running");

  expect(await phaseOf(env)).toBe("Running");
});
