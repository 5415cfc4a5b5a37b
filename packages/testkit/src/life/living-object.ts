import { Cluster, Machine, MachinePool, type ResourceKind } from "@capstan/contract";
import { ClusterHandle } from "../builders/cluster-handle.ts";
import { MachineHandle } from "../builders/machine-handle.ts";
import { MachinePoolHandle } from "../builders/machine-pool-handle.ts";
import { namespace } from "../builders/test-objects.ts";

/** The object of a life: its kind and name, or the handle of a builder. */
export type LivingObject =
  | ClusterHandle
  | MachineHandle
  | MachinePoolHandle
  | {
      /** For a definition, this is its `kind`. */
      readonly kind: ResourceKind;
      /** The object's name. */
      readonly name: string;
      /** Default: "default". */
      readonly namespace?: string | undefined;
    };

/** Resolves to kind and key of the object. */
export function livingObject(of: LivingObject): {
  readonly kind: ResourceKind;
  readonly name: string;
  readonly namespace: string;
} {
  const { name } = of;
  if (of instanceof ClusterHandle) return { kind: Cluster, name, namespace };
  if (of instanceof MachineHandle) return { kind: Machine, name, namespace };
  if (of instanceof MachinePoolHandle) return { kind: MachinePool, name, namespace };
  return { ...of, namespace: of.namespace ?? namespace };
}
