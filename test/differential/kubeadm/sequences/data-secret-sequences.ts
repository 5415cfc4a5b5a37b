import { haveData } from "./reactions.ts";
import { type Sequence } from "./sequence.ts";
import { allCertificates, cluster, machine, event, timePasses, version } from "./steps.ts";

const content = { value: "somebody's data", format: "cloud-config" };

/** A data Secret that exists too early, or no longer. */
export const dataSecretSequences: readonly Sequence[] = [
  {
    name: "existingsecret",
    steps: [
      cluster({ initialized: true }, allCertificates),
      {
        what: "there is a Secret of the name and the type of the data Secret, which has no owner",
        act: (stage) => stage.createSecret("existingsecret-worker", content),
        until: () => true,
      },
      machine("worker", "worker"),
    ],
    expected: [{ id: "existing-secret", at: /^secrets\.existingsecret-worker\./ }],
  },
  {
    name: "foreignsecret",
    steps: [
      cluster({ initialized: true }, allCertificates),
      {
        what: "there is a Secret of the name of the data Secret, which something else controls",
        act: async (stage) => {
          const owner = { apiVersion: "example.com/v1", kind: "Thing", name: "thing", uid: "0", controller: true };
          await stage.createSecret("foreignsecret-worker", content, { owners: [owner] });
        },
        until: () => true,
      },
      machine(
        "worker",
        "worker",
        undefined,
        (facts) => facts.configs["foreignsecret-worker"]?.conditions.Ready !== undefined,
      ),
      timePasses,
    ],
    expected: [{ id: "foreign-secret", at: /DataSecretAvailable: nothing \| .*"SecretControlledByOther"/ }],
  },
  {
    name: "othertype",
    steps: [
      cluster({ initialized: true }, allCertificates),
      {
        what: "there is a Secret of the name of the data Secret, and of another type",
        act: (stage) => stage.createSecret("othertype-worker", content, { type: "Opaque" }),
        until: () => true,
      },
      machine(
        "worker",
        "worker",
        undefined,
        (facts) => facts.configs["othertype-worker"]?.conditions.Ready !== undefined,
      ),
      timePasses,
    ],
    expected: [{ id: "existing-secret", at: /^(secrets|configs)\.othertype-worker\./ }],
  },
  {
    name: "deletedsecret",
    steps: [
      cluster({ initialized: true }, allCertificates),
      machine("worker", "worker"),
      event("its data Secret is deleted", (stage) => stage.deleteSecret("deletedsecret-worker"), ["worker"]),
    ],
  },
  {
    name: "lostowner",
    steps: [
      cluster({ initialized: true }, allCertificates),
      machine("worker", "worker"),
      event(
        "its data Secret loses its owner",
        (stage) => stage.patchSecret("lostowner-worker", { metadata: { ownerReferences: null } }),
        ["worker"],
      ),
    ],
  },
  {
    name: "preset",
    steps: [
      cluster({ initialized: true }, allCertificates),
      {
        what: "a Machine that names a data Secret of its own",
        act: async (stage) => {
          await stage.createSecret("preset-own", content);
          const machineSettings = { dataSecretName: "preset-own" };
          await stage.createMachine("preset-worker", { role: "worker", version, machine: machineSettings });
        },
        until: haveData("worker"),
      },
      timePasses,
    ],
  },
];
