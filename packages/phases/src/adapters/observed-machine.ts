import { type ContractVersion } from "@capstan/contract";
import { type NodeFacts } from "../facts/machine-facts.ts";

/** An object that a Machine refers to, as the API server gave it. */
export interface ObservedObject {
  /** The object as the server has it; undefined if it does not exist. */
  readonly object: unknown;
  /** The contract that its CRD declares (label of the CRD), which says where its flag is. */
  readonly contract: ContractVersion | "v1alpha2";
}

/** What was observed around a Machine. What is left out was not observed. */
export interface ObservedMachine {
  /** The object behind `spec.bootstrap.configRef`. If not looked at, what the Machine has recorded of it counts. */
  readonly bootstrapConfig?: ObservedObject | "missing" | undefined;
  /** The object behind `spec.infrastructureRef`. If not looked at, what the Machine has recorded of it counts. */
  readonly infrastructure?: ObservedObject | "missing" | undefined;
  /** The Node with the Machine's providerID. If not looked up, it counts as absent. */
  readonly node?: NodeFacts | undefined;
  /** Whether the Cluster exists. Default `found`. */
  readonly cluster?: "found" | "missing" | undefined;
  /** Whether the Machine or its Cluster is paused. Default false. */
  readonly paused?: boolean | undefined;
}
