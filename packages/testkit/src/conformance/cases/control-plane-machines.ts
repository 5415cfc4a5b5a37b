import { clusterSecretName, getCondition, isConditionTrue, labels, type Machine, secretType } from "@capstan/contract";
import { isNotFound, Secret } from "@capstan/runtime";
import { hasMachines } from "../scene/has-machines.ts";
import { must, mustEqual } from "../scene/not-so.ts";
import type { PlayedMachines } from "../scene/played-machines.ts";
import { objectName, type Scene } from "../scene/scene.ts";
import type { RuleCase } from "./rule-case.ts";

type Written = Omit<RuleCase, "concerns" | "run"> & {
  readonly run: (scene: Scene, machines: PlayedMachines) => Promise<void>;
};

const written: readonly Written[] = [
  {
    rules: ["CP-006"],
    sentence: "controls Machines with the labels of the contract, from its template",
    run: async (scene, machines) => {
      await scene.createReady();
      scene.about("CP-006");
      await scene.until("a Machine exists", async () => (await machines.list()).length > 0);
      const [machine] = await machines.list();
      const ofMachine = machine?.metadata.labels ?? {};
      must(machine !== undefined && labels.controlPlane in ofMachine, `a Machine has no label ${labels.controlPlane}`);
      mustEqual(`the label ${labels.clusterName} of a Machine`, ofMachine[labels.clusterName], objectName);
      const owner = machine.metadata.ownerReferences?.find(({ controller }) => controller === true);
      mustEqual("the controller of a Machine", owner?.kind, scene.kind.kind);
      mustEqual("spec.infrastructureRef.kind of a Machine", machine.spec.infrastructureRef.kind, "ConformanceMachine");
    },
  },
  {
    rules: ["CP-004"],
    sentence: "has as many Machines as spec.replicas, and counts them",
    run: async (scene, machines) => {
      await scene.provisioned();
      for (const replicas of [3, 1]) {
        await scene.patch({ spec: { replicas } });
        scene.about("CP-004");
        await scene.until(`${replicas} Machines exist and are counted`, async () => {
          const { status = {} } = await scene.get();
          const counted = [status.replicas, status.readyReplicas, status.upToDateReplicas];
          return (await machines.list()).length === replicas && counted.every((count) => count === replicas);
        });
        scene.about();
      }
    },
  },
  {
    rules: ["CP-005", "CP-016"],
    sentence:
      "replaces its Machines for another version, says which are not up to date, and reports the version in use",
    run: async (scene, machines) => {
      const { spec = {} } = await scene.provisioned();
      const [before] = await machines.list();
      scene.about("CP-016");
      must(
        before !== undefined && isUpToDate(before),
        "a Machine from the present spec has no condition UpToDate True",
      );
      await scene.patch({ spec: { version: nextPatch(String(spec.version)) } });
      await scene.world.settled();
      const outdated = (await machines.list()).find(({ metadata }) => metadata.name === before.metadata.name);
      const isKnownAsOutdated = outdated === undefined || getCondition(outdated, "UpToDate")?.status === "False";
      must(isKnownAsOutdated, "a Machine of the former version has no condition UpToDate False");
      scene.about("CP-005");
      await scene.until("every Machine has the new version, and the status reports it", async () => {
        const { status = {} } = await scene.get();
        const versions = (await machines.list()).map((machine) => machine.spec.version);
        return versions.every((version) => version === nextPatch(String(spec.version))) && reports(status, versions[0]);
      });
    },
  },
  {
    rules: ["CP-009"],
    sentence: "keeps certificates in Secrets with the type and the label of the contract",
    run: async (scene) => {
      await scene.createReady();
      // Its Machines boot with the certificate authority.
      scene.about("CP-009");
      await scene.untilDone();
      for (const purpose of ["ca", "etcd", "proxy", "sa"] as const) {
        const name = clusterSecretName(objectName, purpose);
        const secret = await scene.client.get(Secret, { namespace: scene.namespace, name }).catch(unlessMissing);
        if (secret === undefined) continue;
        mustEqual(`the type of Secret ${name}`, secret.type, secretType);
        const label = secret.metadata.labels?.[labels.clusterName];
        mustEqual(`the label ${labels.clusterName} of Secret ${name}`, label, objectName);
      }
    },
  },
  {
    rules: ["CP-010"],
    sentence: "changes labels, annotations and timeouts of its Machines in place",
    run: async (scene, machines) => {
      await scene.provisioned();
      const before = await machines.list();
      const metadata = { labels: { tier: "gold" }, annotations: { note: "changed" } };
      await scene.patch({
        spec: { machineTemplate: { metadata, spec: { deletion: { nodeDrainTimeoutSeconds: 30 } } } },
      });
      scene.about("CP-010");
      await scene.until("every Machine has the labels, annotations and timeouts of the template", async () =>
        (await machines.list()).every(
          (machine) =>
            machine.metadata.labels?.tier === "gold" &&
            machine.metadata.annotations?.note === "changed" &&
            machine.spec.deletion?.nodeDrainTimeoutSeconds === 30,
        ),
      );
      mustEqual("the Machines after the change", namesOf(await machines.list()), namesOf(before));
    },
  },
  {
    rules: ["CP-010"],
    sentence: "spreads its Machines over the failure domains for control planes",
    run: async (scene, machines) => {
      const failureDomains = [
        { name: "a", controlPlane: true },
        { name: "b", controlPlane: true },
        { name: "workers", controlPlane: false },
      ];
      await scene.createReady();
      await scene.objects.reportFailureDomains(failureDomains);
      await scene.untilDone();
      await scene.patch({ spec: { replicas: 3 } });
      scene.about("CP-010");
      await scene.until("3 Machines exist", async () => (await machines.list()).length === 3);
      const used = new Set((await machines.list()).map(({ spec }) => spec.failureDomain));
      must(
        used.has("a") && used.has("b"),
        `3 Machines are in the failure domains ${[...used].join(", ")}, not in a and b`,
      );
      must(!used.has("workers"), "a Machine is in a failure domain that is not for control planes");
    },
  },
];

/** Cases for control planes that consist of Machines. */
export const controlPlaneMachines: readonly RuleCase[] = written.map((each) => ({
  ...each,
  concerns: hasMachines,
  run: async (scene) => {
    if (scene.machines !== undefined) await each.run(scene, scene.machines);
  },
}));

function isUpToDate(machine: Machine): boolean {
  return isConditionTrue(machine, "UpToDate");
}

function namesOf(machines: readonly Machine[]): readonly string[] {
  return machines.map(({ metadata }) => metadata.name);
}

/** The next patch release of a Kubernetes version. */
function nextPatch(version: string): string {
  return version.replace(/\d+$/, (patch) => String(Number(patch) + 1));
}

/** Whether a status reports this version alone. */
function reports(status: Readonly<Record<string, unknown>>, version: string | undefined): boolean {
  const { versions } = status as { readonly versions?: readonly { readonly version?: string }[] };
  return versions === undefined ? status.version === version : versions.every((each) => each.version === version);
}

function unlessMissing(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
}
