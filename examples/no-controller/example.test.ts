import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { Cluster, getCondition, Machine } from "@capstan/provider";
import { KubeadmConfig, MockMachine, TestEnvironment } from "@capstan/testkit";
import { expect, test } from "vitest";

const machineKey = { name: "own-data-0", namespace: "default" };

function manifest(name: string): Promise<string> {
  return readFile(path.join(import.meta.dirname, "manifests", name), "utf8");
}

/** The output of the user's own tool for the Cluster's endpoint. */
async function secrets(env: TestEnvironment): Promise<string> {
  const { spec } = await env.client.get(Cluster, { name: "own-data", namespace: "default" });
  const { host = "", port = 0 } = spec.controlPlaneEndpoint ?? {};
  const script = path.join(import.meta.dirname, "make-secrets.sh");
  return (await promisify(execFile)(script, [`${host}:${port}`])).stdout;
}

async function phaseOf(env: TestEnvironment): Promise<string | undefined> {
  return (await env.client.get(Machine, machineKey)).status?.phase;
}

function reaches(env: TestEnvironment, phase: string): Promise<void> {
  return env.until(phase, async () => (await phaseOf(env)) === phase);
}

/** A management cluster without a bootstrap provider, and its Cluster. */
async function startCluster(): Promise<TestEnvironment> {
  const env = await TestEnvironment.start({ infrastructureMock: true, crds: KubeadmConfig.crds });
  await env.apply(await manifest("cluster.yaml"));
  await env.settled();
  return env;
}

test("a Machine whose dataSecretName is set reaches Running without a bootstrap provider", async () => {
  await using env = await startCluster();
  const made = await secrets(env);
  await env.apply(made);
  await env.apply(await manifest("machine.yaml"));

  await reaches(env, "Running");

  const machine = await env.client.get(Machine, machineKey);
  expect(machine.status).toMatchObject({ phase: "Running", nodeRef: { name: "own-data-0" } });
  expect(machine.spec.bootstrap).toEqual({ dataSecretName: "own-data-0" });
  expect(getCondition(machine, "BootstrapConfigReady")).toMatchObject({
    status: "True",
    reason: "DataSecretProvided",
  });
  expect(env.writes({ by: "bootstrap-kubeadm" })).toEqual([]);
});

test("a Machine waits for data that is created later", async () => {
  await using env = await startCluster();
  await env.apply(await manifest("machine.yaml"));
  await env.clock.advance({ minutes: 1 });
  const waiting = await env.client.get(MockMachine.kind, machineKey);
  expect(getCondition(waiting, "Ready")).toMatchObject({ status: "False", reason: "WaitingForBootstrapData" });
  expect(waiting.spec.providerID).toBeUndefined();

  await env.apply(await secrets(env));
  await reaches(env, "Running");

  expect(await phaseOf(env)).toBe("Running");
});
