import type {
  Cluster,
  ContractVersion,
  DeepReadonly,
  KubernetesObject,
  Machine,
  MachineDeployment,
  MachineHealthCheck,
  MachinePool,
  MachineSet,
} from "@capstan/contract";

/** A reference of a v1beta2 object. */
export interface Reference {
  readonly apiGroup: string;
  readonly kind: string;
  readonly name: string;
}

/** The observed state of a reference. */
export type ObservedReference =
  | { readonly state: "found"; readonly object: DeepReadonly<KubernetesObject>; readonly contract: ContractVersion }
  | { readonly state: "missing" }
  /** The kind cannot be read; the message names the remedy. */
  | { readonly state: "unresolved"; readonly message: string };

/** A Cluster and its objects at one moment. */
export interface ObservedCluster {
  readonly cluster: DeepReadonly<Cluster> | undefined;
  readonly machineDeployments: readonly DeepReadonly<MachineDeployment>[];
  readonly machineSets: readonly DeepReadonly<MachineSet>[];
  readonly machines: readonly DeepReadonly<Machine>[];
  readonly machinePools: readonly DeepReadonly<MachinePool>[];
  readonly machineHealthChecks: readonly DeepReadonly<MachineHealthCheck>[];
  /** Whether the templates of Machines are described, too. */
  readonly withTemplates: boolean;
  find(reference: Reference): ObservedReference;
}
