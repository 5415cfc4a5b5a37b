import { Cluster, labels, Machine, MachineSet } from "@capstan/contract";
import { apiVersionOf, jsonEqual } from "@capstan/kube";
import type { KubernetesObject } from "@capstan/contract";
import { referenceTo } from "../builders/test-objects.ts";
import { must, mustEqual } from "../conformance/scene/not-so.ts";
import type { CoreCase } from "./core-case.ts";
import { isEnding, withMachine } from "./machine-facts.ts";
import { PlayedCluster, PlayedMachine } from "./played-kinds.ts";
import type { PlayedProviders } from "./played-providers.ts";

const endpoint = { host: "c1.example.com", port: 6443 };

/** Cases about a Cluster and its infrastructure, and about a MachineSet and its template. */
export const clusterCases: readonly CoreCase[] = [
  {
    sources: ["IC-017"],
    sentence: "sets the Cluster as owner of its infrastructure, with its label",
    run: async (play) => {
      await play.createCluster();
      await play.until(
        "the infrastructure has an owner",
        async () => ((await play.get(PlayedCluster.kind, "c1")).metadata.ownerReferences ?? []).length > 0,
      );
      const { uid } = (await play.get(Cluster, "c1")).metadata;
      const { ownerReferences = [], labels: found } = (await play.get(PlayedCluster.kind, "c1")).metadata;
      const owners = ownerReferences.map(({ kind, name, uid: id }) => ({ kind, name, uid: id }));
      mustEqual("its owners", owners, [{ kind: "Cluster", name: "c1", uid }]);
      mustEqual("its label", found?.[labels.clusterName], "c1");
    },
  },
  {
    sources: ["IC-002", "IC-007"],
    sentence: "copies the endpoint and the failure domains only once the infrastructure is provisioned",
    run: async (play) => {
      await play.createCluster();
      await play.patch(PlayedCluster.kind, "c1", { spec: { controlPlaneEndpoint: endpoint } });
      const failureDomains = [{ name: "a", controlPlane: true }];
      await play.says(PlayedCluster.kind, "c1", { failureDomains });
      await play.rest();
      mustEqual("the endpoint before", hostOf((await play.get(Cluster, "c1")).spec?.controlPlaneEndpoint), "");
      await play.says(PlayedCluster.kind, "c1", { initialization: { provisioned: true } });
      await play.until(
        "the endpoint is copied",
        async () => hostOf((await play.get(Cluster, "c1")).spec?.controlPlaneEndpoint) === endpoint.host,
      );
      await play.until("the failure domains are copied", async () =>
        jsonEqual((await play.get(Cluster, "c1")).status?.failureDomains, failureDomains),
      );
    },
  },
  {
    sources: ["IC-002"],
    sentence: "keeps the endpoint that the user sets",
    run: async (play) => {
      await play.createCluster({ controlPlaneEndpoint: { host: "mine.example.com", port: 443 } });
      await play.patch(PlayedCluster.kind, "c1", { spec: { controlPlaneEndpoint: endpoint } });
      await play.says(PlayedCluster.kind, "c1", { initialization: { provisioned: true } });
      await play.until("the infrastructure is provisioned", async () =>
        JSON.stringify((await play.get(Cluster, "c1")).status?.initialization ?? {}).includes(
          "infrastructureProvisioned",
        ),
      );
      mustEqual("the endpoint", hostOf((await play.get(Cluster, "c1")).spec?.controlPlaneEndpoint), "mine.example.com");
    },
  },
  {
    sources: ["IC-021"],
    sentence: "deletes the infrastructure of a Cluster only after its Machines",
    run: async (play) => {
      await withMachine(play);
      const held = { metadata: { finalizers: ["played.capstan.dev/held"] } };
      await play.patch(PlayedMachine.kind, "m1", held);
      await play.delete(Cluster, "c1");
      await play.until("the machine's infrastructure is deleted", () => isEnding(play, PlayedMachine.kind));
      await play.rest();
      const { deletionTimestamp } = (await play.get(PlayedCluster.kind, "c1")).metadata;
      mustEqual("the infrastructure's deletion", deletionTimestamp, undefined);
      await play.patch(PlayedMachine.kind, "m1", { metadata: { finalizers: null } });
      await play.until("all objects are deleted", async () => {
        const left = await Promise.all([
          play.find(Machine, "m1"),
          play.find(PlayedCluster.kind, "c1"),
          play.find(Cluster, "c1"),
        ]);
        return left.every((object) => object === undefined);
      });
    },
  },
  {
    sources: ["S078", "BT-005"],
    sentence: "clones templates with their spec, labels and annotations, and adds the Cluster's label and the source",
    run: expectClone,
  },
];

async function expectClone(play: PlayedProviders): Promise<void> {
  await play.provisionedCluster();
  const { kind, templateKind } = PlayedMachine;
  const metadata = { labels: { mine: "label" }, annotations: { mine: "annotation" } };
  await play.client.create<KubernetesObject>(templateKind, {
    apiVersion: apiVersionOf(kind),
    kind: templateKind.kind,
    metadata: play.key("small"),
    spec: { template: { metadata, spec: { size: "small" } } },
  } as KubernetesObject);
  await createMachineSet(play);
  await play.until(
    "a clone",
    async () => (await play.client.list(kind, { namespace: play.namespace })).items.length > 0,
  );
  const [clone] = (await play.client.list(kind, { namespace: play.namespace })).items;
  const { labels: found = {}, annotations: noted = {} } = clone?.metadata ?? {};
  mustEqual("its label", found.mine, "label");
  mustEqual("its annotation", noted.mine, "annotation");
  mustEqual("its Cluster", found[labels.clusterName], "c1");
  mustEqual("the name of its template", noted["cluster.x-k8s.io/cloned-from-name"], "small");
  must(
    JSON.stringify(clone).includes('"size":"small"'),
    `its spec differs from the template's spec: ${JSON.stringify(clone)}`,
  );
  await play.until("a Machine owns it", async () => {
    const { items } = await play.client.list(kind, { namespace: play.namespace });
    return (
      items[0]?.metadata.ownerReferences?.some((owner) => owner.kind === "Machine" && owner.controller === true) ??
      false
    );
  });
}

async function createMachineSet(play: PlayedProviders): Promise<void> {
  const set = { set: "s1", [labels.clusterName]: "c1" };
  await play.client.create(MachineSet, {
    apiVersion: apiVersionOf(MachineSet),
    kind: MachineSet.kind,
    metadata: { ...play.key("s1"), labels: set },
    spec: {
      clusterName: "c1",
      replicas: 1,
      selector: { matchLabels: set },
      template: {
        metadata: { labels: set },
        spec: {
          clusterName: "c1",
          bootstrap: { dataSecretName: "data" },
          infrastructureRef: { ...referenceTo(PlayedMachine, "small"), kind: PlayedMachine.templateKind.kind },
        },
      },
    },
  });
}

function hostOf(endpointOf: unknown): string {
  return (endpointOf as { readonly host?: string } | undefined)?.host ?? "";
}
