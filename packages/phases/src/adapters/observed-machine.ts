import { type ContractVersion } from "@capstan/contract";
import { type NodeFacts } from "../facts/machine-facts.ts";

/** An object that a Machine refers to, from the API server. */
export interface ObservedObject {
  /** The object from the API server; undefined if it does not exist. */
  readonly object: unknown;
  /** The contract in the label of its CRD, which determines the place of its flag. */
  readonly contract: ContractVersion | "v1alpha2";
}

/** The observations around a Machine. Omitted fields were not observed. */
export interface ObservedMachine {
  /** The object that `spec.bootstrap.configRef` refers to. Default: the values that the Machine has recorded of it. */
  readonly bootstrapConfig?: ObservedObject | "missing" | undefined;
  /** The object that `spec.infrastructureRef` refers to. Default: the values that the Machine has recorded of it. */
  readonly infrastructure?: ObservedObject | "missing" | undefined;
  /** The Node with the Machine's providerID. Default: no Node. */
  readonly node?: NodeFacts | undefined;
  /** Whether the Cluster exists. Default: `found`. */
  readonly cluster?: "found" | "missing" | undefined;
  /** Whether the Machine or its Cluster is paused. Default: false. */
  readonly paused?: boolean | undefined;
}
