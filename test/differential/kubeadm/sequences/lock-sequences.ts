import { ConfigMap } from "@capstan/runtime";
import { labels } from "@capstan/contract";
import { type Stage } from "../stage/stage.ts";
import { all, haveData, isUnlocked, wait } from "./reactions.ts";
import { allowSecret, refuseSecret } from "./refused-secret.ts";
import { type Sequence } from "./sequence.ts";
import { allCertificates, cluster, controlPlaneInitialized, machine, event, timePasses, version } from "./steps.ts";

async function createLock(stage: Stage, information: string): Promise<void> {
  const { namespace, cluster: name } = stage;
  await stage.client.create(ConfigMap, {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { namespace, name: `${name}-lock`, labels: { [labels.clusterName]: name } },
    data: { "lock-information": information },
  });
}

/** Which machine may initialize the control plane. */
export const lockSequences: readonly Sequence[] = [
  {
    name: "heldlock",
    steps: [
      cluster({ initialized: false }, allCertificates),
      {
        what: "another Machine holds the lock",
        act: async (stage) => {
          const holder = `${stage.cluster}-holder`;
          await stage.createMachineOnly(holder, { role: "init", version });
          await createLock(stage, JSON.stringify({ machineName: holder }));
        },
        until: () => true,
      },
      machine("first", "init", undefined, wait("first")),
      {
        what: "the holder is gone, and the other looks again, twice if need be",
        act: async (stage) => {
          await stage.deleteMachine(`${stage.cluster}-holder`);
          await stage.touchConfig(`${stage.cluster}-first`);
        },
        until: haveData("first"),
      },
    ],
  },
  {
    name: "contenders",
    steps: [
      cluster({ initialized: false }, allCertificates),
      machine("one", "init"),
      machine("two", "init", undefined, wait("two")),
      controlPlaneInitialized(all(haveData("two"), isUnlocked)),
    ],
  },
  {
    name: "unreadablelock",
    steps: [
      cluster({ initialized: false }, allCertificates),
      { what: "the lock is not JSON", act: (stage) => createLock(stage, "somebody"), until: () => true },
      machine("first", "init", undefined, wait("first")),
      event(
        "somebody deletes the lock",
        async (stage) => {
          await stage.client.delete(ConfigMap, { namespace: stage.namespace, name: `${stage.cluster}-lock` });
        },
        ["first"],
        haveData("first"),
      ),
    ],
  },
  {
    name: "refusedsecret",
    steps: [
      cluster({ initialized: false }, allCertificates),
      {
        what: "the API server refuses the data Secret of the first Machine",
        act: (stage) => refuseSecret(stage, "refusedsecret-first"),
        until: () => true,
      },
      machine(
        "first",
        "init",
        undefined,
        (facts) => facts.configs["refusedsecret-first"]?.conditions.Ready?.status === "False" && isUnlocked(facts),
      ),
      timePasses,
      event(
        "it refuses it no longer",
        (stage) => allowSecret(stage, "refusedsecret-first"),
        ["first"],
        haveData("first"),
      ),
    ],
    expected: [
      // Capstan's provider reports it in Ready.
      { id: "waiting-reasons", at: /DataSecretAvailable: \{"status":"False","reason":"NotAvailable"\} \| nothing$/ },
    ],
  },
];
