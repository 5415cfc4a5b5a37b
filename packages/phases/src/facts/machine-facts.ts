import { type ConcernedObject } from "./concerned-object.ts";
import { type PhaseSpelling } from "../names/phase-names.ts";

/**
 * Everything the proposal's reading looks at. The adapters (`factsFromV1Alpha2` and its siblings) fill it in from a
 * Machine and what was observed around it; by hand, each fact left out has the default named there.
 *
 * Holds no bootstrap data, only whether there is some.
 */
export interface MachineFacts {
  /** Default: a Machine without a name. */
  readonly machine?: ConcernedObject | undefined;
  /** How the result is spelled. Default `lower-case`, as the proposal has it. */
  readonly spelling?: PhaseSpelling | undefined;
  /**
   * `status.phase` as stored. `""` means that no phase was ever recorded, and the first phase is then `pending`; a paused Machine
   * keeps it. Otherwise it has no influence. Default: not known, no influence.
   */
  readonly storedPhase?: string | undefined;
  /** The Machine or its Cluster is paused: the phase stays as it is. Default false. */
  readonly paused?: boolean | undefined;
  /** Whether the Cluster of the Machine exists. Default `found`. */
  readonly cluster?: "found" | "missing" | undefined;
  /** The Machine has a deletion timestamp. Default false. */
  readonly deletionRequested?: boolean | undefined;
  /** An error reason or message on the Machine, or to be recorded there. Default: none. */
  readonly failure?: MachineFailure | undefined;
  /**
   * `spec.bootstrap.data`, or the name of its Secret in later versions: `set`; `empty`, which says that the bootstrap
   * step is to be skipped; `empty-from-provider`, an error of the bootstrap provider. Default: nil.
   */
  readonly bootstrapData?: "set" | "empty" | "empty-from-provider" | undefined;
  /** The object behind `spec.bootstrap.configRef`. Default: there is no configRef. */
  readonly bootstrapConfig?: ReferencedObjectFacts | undefined;
  /** The object behind `spec.infrastructureRef`. Default: not observed. */
  readonly infrastructure?: InfrastructureFacts | undefined;
  /** The Machine's own `spec.providerID`. Default: none. */
  readonly providerID?: string | undefined;
  /** The Node with the Machine's providerID. Default `none`. */
  readonly node?: NodeFacts | undefined;
  /** What was found broken while observing, each a sentence; handed through to the result. Default: nothing. */
  readonly problems?: readonly string[] | undefined;
}

/** Why a Machine failed. */
export interface MachineFailure {
  /** The reason, in one word. */
  readonly reason?: string | undefined;
  /** What happened, for people. */
  readonly message?: string | undefined;
  /** Whether the Machine already carries it; if not, the writer of the Machine should record it there. */
  readonly recorded: boolean;
}

/** What is known of a referenced object. */
export interface ReferencedObjectFacts {
  /** Which object the facts are of. */
  readonly object: ConcernedObject;
  /** `unobserved`: not looked up, which is not the same as `missing`. */
  readonly state: "found" | "being-deleted" | "missing" | "unobserved";
  /** The flag of its contract: `status.ready`, `status.initialization.provisioned`, ... */
  readonly ready: boolean;
}

/** What is known of the InfraMachine. */
export interface InfrastructureFacts extends ReferencedObjectFacts {
  /** What the cloud calls the machine; undefined until it is reported. */
  readonly providerID?: string | undefined;
}

/**
 * What is known of the Node: `none` (no Node has the providerID), `ambiguous` (several have it), `unreachable` (the workload
 * cluster could not be asked), or the one Node.
 */
export type NodeFacts =
  "none" | "ambiguous" | "unreachable" | { readonly name?: string | undefined; readonly ready: boolean };
