import {
  Cluster,
  Machine,
  MachineDeployment,
  MachineHealthCheck,
  MachinePool,
  MachineSet,
  type ResourceKind,
} from "@capstan/contract";
import { type Client, CustomResourceDefinition, isNotFound } from "@capstan/runtime";
import { crdNameOf, readableKind } from "../describe/readable-kind.ts";
import { ActionRefusedError } from "./action-refused-error.ts";

const coreKinds: readonly ResourceKind[] = [
  ...[Cluster, Machine, MachineDeployment, MachineSet, MachinePool, MachineHealthCheck],
];

/**
 * How to read the kind of an object of the tree.
 *
 * @throws ActionRefusedError - its CRD is missing; ApiError.
 */
export async function kindOfObject(
  client: Client,
  object: { readonly apiGroup: string; readonly kind: string },
  signal: AbortSignal,
): Promise<ResourceKind> {
  const core = coreKinds.find(({ group, kind }) => group === object.apiGroup && kind === object.kind);
  if (core !== undefined) return core;
  const read = client.get(CustomResourceDefinition, { name: crdNameOf(object) }, { signal });
  const crd = await read.catch((error: unknown) => {
    if (!isNotFound(error)) throw error;
    return undefined;
  });
  const readable = readableKind(object, crd);
  if (readable.state === "unresolved") throw new ActionRefusedError(404, readable.message);
  return readable.resource;
}
