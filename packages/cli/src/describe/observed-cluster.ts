import type {
  Cluster,
  ContractVersion,
  KubernetesObject,
  Machine,
  MachineDeployment,
  MachineHealthCheck,
  MachinePool,
  MachineSet,
} from "@capstan/contract";

/** A reference as v1beta2 objects carry it. */
export interface Reference {
  readonly apiGroup: string;
  readonly kind: string;
  readonly name: string;
}

/** What was found behind a reference. */
export type ObservedReference =
  | { readonly state: "found"; readonly object: KubernetesObject; readonly contract: ContractVersion }
  | { readonly state: "missing" }
  /** The kind cannot be read; the message says what to do. */
  | { readonly state: "unresolved"; readonly message: string };

/** A Cluster and all that belongs to it, at one moment. */
export interface ObservedCluster {
  readonly cluster: Cluster | undefined;
  readonly machineDeployments: readonly MachineDeployment[];
  readonly machineSets: readonly MachineSet[];
  readonly machines: readonly Machine[];
  readonly machinePools: readonly MachinePool[];
  readonly machineHealthChecks: readonly MachineHealthCheck[];
  /** Whether the templates of Machines are described, too. */
  readonly withTemplates: boolean;
  find(reference: Reference): ObservedReference;
}
