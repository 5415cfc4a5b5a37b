import { type Cluster, type KubernetesObject, labels, nodeArchitectures, type ResourceKind } from "@capstan/contract";
import { fieldsAt, fieldsOf, quantityNanos } from "@capstan/kube";
import { ownerReferenceTo } from "../../builders/test-objects.ts";
import { must, mustEqual, NotObservable } from "../scene/not-so.ts";
import type { Observed } from "../scene/recording.ts";
import type { Scene } from "../scene/scene.ts";
import { templateObject } from "./template-object.ts";

const name = "sized";

/** A Template reports what its machines have, for autoscaling from zero, and is then not written again. */
export async function expectTemplateCapacity(scene: Scene): Promise<void> {
  const kind = capacityKind(scene);
  const cluster = await scene.createCluster();
  const template = await createTemplate(scene, kind, cluster);
  const get = (): Promise<Observed> => scene.client.get(kind, { name, namespace: scene.namespace });
  const status = async () => fieldsOf((await get()).status);

  scene.about("BT-010");
  await scene.until(`${template.kind} ${name} has status.capacity`, async () => "capacity" in (await status()));
  const { capacity, nodeInfo } = await status();
  for (const [resource, value] of Object.entries(fieldsOf(capacity))) {
    const isQuantity = quantityNanos(String(value)) !== undefined;
    must(
      isQuantity,
      `status.capacity of its Template has ${resource}: ${JSON.stringify(value)}, which is not a quantity`,
    );
  }
  for (const resource of ["cpu", "memory"]) {
    must(
      resource in fieldsOf(capacity),
      `status.capacity of its Template lacks ${resource}: ${JSON.stringify(capacity)}`,
    );
  }

  scene.about("BT-011");
  if (nodeInfo !== undefined) mustBeNodeInfo(fieldsOf(nodeInfo));

  scene.about("BT-010");
  const { resourceVersion } = (await get()).metadata;
  await scene.pass(30);
  mustEqual("the resourceVersion of its Template 30 s later", (await get()).metadata.resourceVersion, resourceVersion);
}

function mustBeNodeInfo(nodeInfo: Readonly<Record<string, unknown>>): void {
  const { architecture, operatingSystem } = nodeInfo;
  must(Object.keys(nodeInfo).length > 0, "status.nodeInfo of its Template is empty");
  must(
    architecture === undefined || nodeArchitectures.some((known) => known === architecture),
    `status.nodeInfo.architecture of its Template is ${JSON.stringify(architecture)}, not one of ${nodeArchitectures.join(", ")}`,
  );
  must(
    operatingSystem === undefined || (typeof operatingSystem === "string" && operatingSystem !== ""),
    `status.nodeInfo.operatingSystem of its Template is ${JSON.stringify(operatingSystem)}`,
  );
}

/** @throws NotObservable no version of the Template declares the field. */
function capacityKind({ subject: { definition } }: Scene): ResourceKind<Observed> {
  const { templateKind, crds } = definition;
  const crd = crds.find(({ spec }) => spec.names.kind === templateKind?.kind);
  const version = crd?.spec.versions.find((served) => served.name === templateKind?.version);
  const status = fieldsAt(version?.schema.openAPIV3Schema, "properties", "status", "properties");
  if (templateKind === undefined || !("capacity" in status)) throw new NotObservable("Templates report no capacity");
  return templateKind;
}

/** Core makes the Cluster an owner of each Template that a MachineDeployment or MachineSet names. */
async function createTemplate(scene: Scene, kind: ResourceKind<Observed>, cluster: Cluster): Promise<KubernetesObject> {
  const template = templateObject(scene.subject, kind, {
    name,
    namespace: scene.namespace,
    labels: { [labels.clusterName]: cluster.metadata.name },
    ownerReferences: [{ ...ownerReferenceTo(cluster), controller: false }],
  });
  await scene.client.create<KubernetesObject>(kind, template);
  return template;
}
