import {
  Cluster,
  type ContractVersion,
  isConditionTrue,
  type KubernetesObject,
  labels,
  Machine,
  MachineDeployment,
} from "@capstan/contract";
import { Secret } from "@capstan/runtime";
import type { AuditEntry } from "@capstan/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Scene } from "../e2e/scene.ts";
import { joinScript } from "./boot.ts";
import { CloudMachines, cloudToken } from "./cloud-machines.ts";
import { ExamplePair } from "./example-pair.ts";
import { allRunning, createCluster, createControlPlane, createWorkers, scaleWorkers } from "./fleet.ts";
import { goCoreAvailable, GoManagementCluster } from "./go-management-cluster.ts";
import { quiet } from "./quiet.ts";
import { expectEveryRightUsed } from "./rights.ts";
import { summarize } from "./summarize.ts";
import { WorkloadCluster } from "./workload-cluster.ts";
import { byResource, shownPerMachine, writesPerMachine } from "./writes.ts";

const patienceMs = 120_000;
/** What the Go pair takes is 21. */
const maxWritesPerMachine = 8;

const scenarios: readonly { readonly name: string; readonly contract?: ContractVersion }[] = [
  { name: "as they are" },
  { name: "as variants that declare contract v1beta1 only", contract: "v1beta1" },
  { name: "as variants that declare contract v1beta2 only", contract: "v1beta2" },
];

describe.runIf(goCoreAvailable)("the example providers under the Go core, with their generated roles", () => {
  let management: GoManagementCluster;
  beforeAll(async () => {
    management = await GoManagementCluster.start();
  }, 240_000);
  afterAll(() => management[Symbol.asyncDispose](), 60_000);

  test.each(scenarios)(
    "$name: a MachineDeployment of 3 reaches Running, scales to 5, is deleted, and the Cluster goes",
    async ({ name, contract }) => {
      await using workload = await WorkloadCluster.start();
      await using machines = await CloudMachines.start(workload);
      await using pair = await ExamplePair.start(management, contract);
      const started = performance.now();
      const coreWritesBefore = management.writesOf(management.core.user).length;
      await using scene = await management.scene(watchedKinds(pair));
      const config = { kind: pair.kind("ShellConfig"), templateKind: pair.kind("ShellConfigTemplate") };
      const spec = { script: joinScript };
      const fleet = {
        cluster: "c1",
        bootstrap: { ...config, spec: { alone: spec, inTemplate: spec } },
        machines: { kind: pair.kind("RestMachine"), templateKind: pair.kind("RestMachineTemplate") },
      };
      await scene.create(workload.kubeconfigSecret("c1"), cloudCredentials());
      await createCluster(scene, "c1", pair.kind("RestCluster"), {
        url: machines.cloud.url,
        credentialsSecretName: "cloud",
      });
      await createControlPlane(scene, "cp", fleet);
      await createWorkers(scene, "md", { ...fleet, replicas: 3 });
      await reached("4 Machines Running", () => allRunning(scene, 4));
      await settled();
      const runningSeconds = secondsSince(started);
      const atFour = writes();

      await scaleWorkers(scene, "md", 5);
      await reached("6 Machines Running", () => allRunning(scene, 6));
      await reached("all Available", () =>
        scene.list(Machine).every((each) => isConditionTrue(each, "Available") && isConditionTrue(each, "Ready")),
      );
      await settled();
      const atSix = writes();
      expect(writesPerMachine(atSix, 6), byResource(atSix)).toBeLessThanOrEqual(maxWritesPerMachine);
      expect(machines.failures).toEqual([]);
      const names = scene.list(Machine).map(({ metadata }) => metadata.name);
      expect(await workload.nodeNames()).toEqual(names.toSorted());
      expect(machines.joined.map(({ machine }) => machine).toSorted()).toEqual(names.toSorted());
      const said = { cluster: "c1", version: "v1.36.0", endpoint: "lb-1.cloud.example:6443" };
      for (const joining of machines.joined) expect(joining).toMatchObject(said);
      expectContract(pair, scene, contract);

      await scene.client.delete(MachineDeployment, scene.key("md"));
      await reached("workers gone", () => scene.list(Machine).length === 1);
      // The Go core removes the Node after the instance.
      expect(await workload.nodeNames()).toEqual(["cp"]);

      await scene.client.delete(Cluster, scene.key("c1"));
      const kinds = watchedKinds(pair).filter((kind) => kind !== Secret && !kind.kind.endsWith("Template"));
      await reached("everything gone", () => kinds.every((kind) => scene.list<KubernetesObject>(kind).length === 0));
      // What the user made stays.
      await reached("bootstrap data gone", () => scene.list(Secret).length === 2);
      expect(machines.cloud.balancers).toEqual([]);
      await reached("no server left", () => machines.cloud.store.living.length === 0);
      expect(machines.cloud.store.all).toHaveLength(6);

      const refused = [...pair.installed.map(({ user }) => user), management.core.user].map(
        (user) => [user, management.refusalsOf(user)] as const,
      );
      summarize(`Examples under the Go core, ${name}`, [
        "6 Machines (1 control plane, 3 then 5 workers)",
        `writes per Machine ${shownPerMachine(atSix, 6)}: ${byResource(atSix)}`,
        `with 4 Machines ${shownPerMachine(atFour, 4)}`,
        `for the deletion of all ${shownPerMachine(since(atSix, writes()), 6)}`,
        `beside them ${written().length - writes().length} writes of Leases`,
        `writes of the core: ${management.writesOf(management.core.user).length - coreWritesBefore}`,
        `403s: ${refused.map(([user, all]) => `${user.split(":").at(-1) ?? ""} ${all || "none"}`).join(", ")}`,
        `${runningSeconds} s to 4 Running and settled, ${secondsSince(started)} s in all`,
      ]);
      for (const [user, all] of refused) expect(all, user).toBe("");
      for (const provider of pair.installed) {
        const unused = expectEveryRightUsed(management, provider);
        if (contract === undefined) summarize(`Rights of ${provider.user} that were not used`, unused);
      }

      async function reached(what: string, fact: () => boolean): Promise<void> {
        await scene
          .until(
            what,
            () => {
              if (!pair.running) throw new Error(`A provider has ended:\n${pair.output}`);
              return fact();
            },
            patienceMs,
          )
          .catch((error: unknown) => {
            throw new Error(`${String(error)}\n${machines.failures.join("\n")}\n${pair.output}`, { cause: error });
          });
      }

      async function settled(): Promise<void> {
        await quiet(() => writes().length + management.writesOf(management.core.user).length);
      }

      /** All that the pair writes. Leases are renewed by the second, however many Machines there are. */
      function writes(): AuditEntry[] {
        return written().filter(({ objectRef }) => objectRef?.resource !== "leases");
      }

      function written(): AuditEntry[] {
        return pair.installed.flatMap(({ user }) => management.writesOf(user));
      }
    },
    500_000,
  );
});

function watchedKinds(pair: ExamplePair) {
  const own = ["ShellConfig", "RestCluster", "RestMachine"].map((name) => pair.kind(name));
  return [Cluster, Machine, Secret, ...own];
}

/** A variant has the fields of its contract and no others; the core reads the one or the other, by the contract label of the CRD. */
function expectContract(pair: ExamplePair, scene: Scene, contract?: ContractVersion): void {
  if (contract !== undefined) {
    expect(pair.contractLabels).toEqual([`cluster.x-k8s.io/${contract}`]);
    expect(pair.kind("RestMachine").group).toBe(`infrastructure.${contract}.example.com`);
    expect(pair.kind("ShellConfig").group).toBe(`bootstrap.${contract}.example.com`);
  }
  for (const name of ["ShellConfig", "RestCluster", "RestMachine"]) {
    const flag = name === "ShellConfig" ? "dataSecretCreated" : "provisioned";
    for (const { status } of scene.list<KubernetesObject & { status?: object }>(pair.kind(name))) {
      if (contract !== "v1beta1") expect(status).toMatchObject({ initialization: { [flag]: true } });
      if (contract === "v1beta1") expect(status).toMatchObject({ ready: true });
      if (contract === "v1beta1") expect(status).not.toHaveProperty("initialization");
      if (contract === "v1beta2") expect(status).not.toHaveProperty("ready");
    }
  }
}

function cloudCredentials(): Secret {
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "cloud", labels: { [labels.clusterName]: "c1" } },
    data: { token: Buffer.from(cloudToken).toString("base64") },
  };
}

function since(before: readonly AuditEntry[], now: readonly AuditEntry[]): AuditEntry[] {
  const known = new Set(before.map(({ auditID }) => auditID));
  return now.filter(({ auditID }) => !known.has(auditID));
}

function secondsSince(started: number): number {
  return Math.round((performance.now() - started) / 1000);
}
