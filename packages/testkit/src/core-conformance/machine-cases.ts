import { annotations, Cluster, labels, Machine } from "@capstan/contract";
import { jsonEqual } from "@capstan/kube";
import { must, mustEqual } from "../conformance/scene/not-so.ts";
import type { CoreCase } from "./core-case.ts";
import { PlayedConfig, PlayedMachine } from "./played-kinds.ts";
import {
  addresses,
  dataSecretName,
  isEnding,
  isFlagged,
  isTrue,
  phase,
  provisionMachine,
  withMachine,
} from "./machine-facts.ts";
import type { PlayedProviders } from "./played-providers.ts";

const data = { dataSecretName: "data", initialization: { dataSecretCreated: true } };

/** Cases about a Machine, its bootstrap config and its infrastructure. */
export const machineCases: readonly CoreCase[] = [
  {
    sources: ["S035", "BT-007", "S069", "S068"],
    sentence:
      "sets the Machine as controller and owner of both of its objects, with the Cluster's label, and the Cluster as owner of the Machine",
    run: expectOwners,
  },
  {
    sources: ["S071", "phases b.3"],
    sentence: "copies the name of the data Secret only once the config is ready",
    run: async (play) => {
      await withMachine(play);
      await play.says(PlayedConfig.kind, "m1", { dataSecretName: "data" });
      await play.rest();
      mustEqual("dataSecretName before the config reports completion", await dataSecretName(play), undefined);
      await play.says(PlayedConfig.kind, "m1", data);
      await play.until("dataSecretName is copied", async () => (await dataSecretName(play)) === "data");
      await play.until("the flag is set", () => isFlagged(play, "bootstrapDataSecretCreated"));
    },
  },
  {
    sources: ["BC-019", "phases b.3"],
    sentence: "copies the name of the data Secret once, and keeps it",
    run: async (play) => {
      await withMachine(play);
      await play.says(PlayedConfig.kind, "m1", data);
      await play.until("dataSecretName is copied", async () => (await dataSecretName(play)) === "data");
      await play.says(PlayedConfig.kind, "m1", { dataSecretName: "other" });
      await play.rest();
      mustEqual("dataSecretName", await dataSecretName(play), "data");
    },
  },
  {
    sources: ["S015", "S016", "S071", "IM-008", "phases b.3"],
    sentence: "copies providerID, addresses and failure domain only once the infrastructure is provisioned",
    run: async (play) => {
      await withMachine(play);
      await play.patch(PlayedMachine.kind, "m1", { spec: { providerID: "played://m1" } });
      await play.says(PlayedMachine.kind, "m1", { addresses, failureDomain: "a" });
      await play.rest();
      mustEqual("providerID before", (await play.get(Machine, "m1")).spec?.providerID, undefined);
      await play.says(PlayedMachine.kind, "m1", { initialization: { provisioned: true } });
      await play.until("the flag is set", () => isFlagged(play, "infrastructureProvisioned"));
      const { spec, status } = await play.get(Machine, "m1");
      mustEqual("providerID", spec?.providerID, "played://m1");
      mustEqual("addresses", status?.addresses, addresses);
      mustEqual("failureDomain", status?.failureDomain, "a");
    },
  },
  {
    sources: ["S072"],
    sentence: "updates addresses that change later",
    run: async (play) => {
      await withMachine(play);
      await provisionMachine(play);
      const later = [{ type: "InternalIP", address: "10.0.0.2" }];
      await play.says(PlayedMachine.kind, "m1", { addresses: later });
      await play.until("the new address", async () =>
        jsonEqual((await play.get(Machine, "m1")).status?.addresses, later),
      );
    },
  },
  {
    sources: ["S021", "S022", "S023", "phases b.2"],
    sentence: "moves the Machine from Pending to Provisioning with data, and to Provisioned with a providerID",
    run: async (play) => {
      await withMachine(play);
      await phase(play, "Pending");
      await play.says(PlayedConfig.kind, "m1", data);
      await phase(play, "Provisioning");
      await provisionMachine(play);
      await phase(play, "Provisioned");
    },
  },
  {
    sources: ["phases b.5", "S092", "S093"],
    sentence: "deletes the infrastructure first, then the config, then the Machine",
    run: expectOrderOfDeletion,
  },
  {
    sources: ["BC-021", "phases b.4", "phases c.3 row 42"],
    sentence: "copies nothing while the Cluster is paused",
    run: async (play) => {
      await pausedCluster(play);
      await play.says(PlayedConfig.kind, "m1", data);
      await play.rest();
      mustEqual("dataSecretName while paused", await dataSecretName(play), undefined);
    },
  },
  {
    sources: ["BH-007"],
    sentence: "continues without another event once the Cluster is unpaused",
    run: async (play) => {
      await pausedCluster(play);
      await play.says(PlayedConfig.kind, "m1", data);
      await play.rest();
      await play.patch(Cluster, "c1", { spec: { paused: false } });
      await play.until("dataSecretName is copied", async () => (await dataSecretName(play)) === "data");
    },
  },
  {
    sources: ["BC-021", "phases b.4", "phases c.3 row 42"],
    sentence: "copies nothing while the Machine is paused, and everything after that",
    run: async (play) => {
      await withMachine(play);
      await play.patch(Machine, "m1", { metadata: { annotations: { [annotations.paused]: "" } } });
      await play.until("the Machine is Paused", async () => isTrue(await play.get(Machine, "m1"), "Paused"));
      await provisionMachine(play, { wait: false });
      await play.rest();
      mustEqual("providerID while paused", (await play.get(Machine, "m1")).spec?.providerID, undefined);
      await play.patch(Machine, "m1", { metadata: { annotations: { [annotations.paused]: null } } });
      await play.until(
        "providerID is copied",
        async () => (await play.get(Machine, "m1")).spec?.providerID !== undefined,
      );
    },
  },
];

async function pausedCluster(play: PlayedProviders): Promise<void> {
  await withMachine(play);
  await play.patch(Cluster, "c1", { spec: { paused: true } });
  await play.rest();
}

async function expectOwners(play: PlayedProviders): Promise<void> {
  await withMachine(play);
  const machine = await play.get(Machine, "m1");
  const cluster = await play.get(Cluster, "c1");
  for (const kind of [PlayedConfig.kind, PlayedMachine.kind]) {
    const { metadata } = await play.get(kind, "m1");
    const owners = (metadata.ownerReferences ?? []).map(({ kind: owner, name, uid, controller }) => ({
      owner,
      name,
      uid,
      controller,
    }));
    mustEqual(`the owners of ${kind.kind}`, owners, [
      { owner: "Machine", name: "m1", uid: machine.metadata.uid, controller: true },
    ]);
    mustEqual(`the label of ${kind.kind}`, metadata.labels?.[labels.clusterName], "c1");
  }
  const owners = (machine.metadata.ownerReferences ?? []).map(({ kind, uid }) => ({ kind, uid }));
  mustEqual("the owners of the Machine", owners, [{ kind: "Cluster", uid: cluster.metadata.uid }]);
  must((machine.metadata.finalizers ?? []).length > 0, "the Machine has no finalizer");
}

async function expectOrderOfDeletion(play: PlayedProviders): Promise<void> {
  await withMachine(play);
  await play.says(PlayedConfig.kind, "m1", data);
  await provisionMachine(play);
  const held = { metadata: { finalizers: ["played.capstan.dev/held"] } };
  for (const kind of [PlayedConfig.kind, PlayedMachine.kind]) await play.patch(kind, "m1", held);
  await play.delete(Machine, "m1");
  await play.until("the infrastructure is deleted", () => isEnding(play, PlayedMachine.kind));
  await play.rest();
  must(!(await isEnding(play, PlayedConfig.kind)), "the config is deleted while the infrastructure still exists");
  await play.patch(PlayedMachine.kind, "m1", { metadata: { finalizers: null } });
  await play.until("the config is deleted", () => isEnding(play, PlayedConfig.kind));
  await play.rest();
  must((await play.find(Machine, "m1")) !== undefined, "the Machine is deleted while its config still exists");
  await play.patch(PlayedConfig.kind, "m1", { metadata: { finalizers: null } });
  await play.until("the Machine is deleted", async () => (await play.find(Machine, "m1")) === undefined);
}
