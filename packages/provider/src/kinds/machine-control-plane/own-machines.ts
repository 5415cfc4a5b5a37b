import { type DeepReadonly, labels, labelValue, Machine } from "@capstan/contract";
import { controllerOf, deepCopy, isControlledBy, isControlledByFormer, type Owner } from "@capstan/kube";
import { type Cache, type Client, patchChanges, setOwnerReference } from "@capstan/runtime";
import { byAge } from "../../object/by-age.ts";

/** What finds the Machines of a control plane. */
export interface OwnMachinesOptions {
  readonly cache: Cache;
  readonly client: Client;
  readonly controlPlane: Owner;
  /** The name of the Cluster. */
  readonly cluster: string;
}

/**
 * The Machines that a control plane controls, the oldest first.
 *
 * After a restore, the control plane has another uid, and the garbage collector has removed the references to the former one: it becomes
 * the owner again of the Machines that still name it, and of those without a controller that have its labels.
 */
export async function ownMachines(options: OwnMachinesOptions): Promise<readonly DeepReadonly<Machine>[]> {
  const { controlPlane, cache, cluster } = options;
  const { namespace } = controlPlane.metadata;
  const labelSelector = `${labels.clusterName}=${cluster},${labels.controlPlane}`;
  const labeled = await cache.list(Machine, { namespace, labelSelector });
  const found = await Promise.all(
    labeled.map(async (machine) => (isControlledBy(machine, controlPlane) ? machine : adoptedIfLost(options, machine))),
  );
  return found.filter((machine) => machine !== undefined).toSorted(byAge);
}

/** The Machines of a Cluster that no control plane owns. */
export async function workersOf({
  cache,
  controlPlane,
  cluster,
}: OwnMachinesOptions): Promise<readonly DeepReadonly<Machine>[]> {
  const { namespace } = controlPlane.metadata;
  const labelSelector = `${labels.clusterName}=${cluster},!${labels.controlPlane}`;
  return cache.list(Machine, { namespace, labelSelector });
}

/** The label of the Machines of a Cluster's control plane. */
export function controlPlaneLabel(name: string): string {
  return labelValue(name);
}

async function adoptedIfLost(
  { client, controlPlane }: OwnMachinesOptions,
  machine: DeepReadonly<Machine>,
): Promise<DeepReadonly<Machine> | undefined> {
  const { apiVersion, kind, metadata } = controlPlane;
  const isNamed = machine.metadata.labels?.[labels.controlPlaneName] === controlPlaneLabel(metadata.name);
  const isLost = isControlledByFormer(machine, controlPlane) || (controllerOf(machine) === undefined && isNamed);
  if (!isLost || metadata.uid === undefined) return undefined;
  const draft = deepCopy<Machine>(machine);
  const owner = { apiVersion, kind, name: metadata.name, uid: metadata.uid, controller: true };
  const after: Machine = { ...draft, metadata: setOwnerReference(draft.metadata, owner) };
  return (await patchChanges<Machine>(client, Machine, machine, after)).object;
}
