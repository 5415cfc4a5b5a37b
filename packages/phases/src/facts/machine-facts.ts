import { type ConcernedObject } from "./concerned-object.ts";
import { type PhaseSpelling } from "../names/phase-names.ts";

/**
 * The facts that the proposal's reading uses. The adapters (`factsFromV1Alpha2` and its siblings) read them from a Machine and the
 * observations around it; if you set them yourself, each omitted fact has the default named there.
 *
 * Contains no bootstrap data, only its presence.
 */
export interface MachineFacts {
  /** The Machine. Default: a Machine without a name. */
  readonly machine?: ConcernedObject | undefined;
  /** The spelling of the resulting phase. Default: `lower-case`, as in the proposal. */
  readonly spelling?: PhaseSpelling | undefined;
  /**
   * The stored `status.phase`. `""` means that no phase was ever recorded, and the first phase is then `pending`; a paused Machine keeps
   * the stored phase. Otherwise it has no influence. Default: unknown, no influence.
   */
  readonly storedPhase?: string | undefined;
  /** Whether the Machine or its Cluster is paused: the phase then stays unchanged. Default: false. */
  readonly paused?: boolean | undefined;
  /** Whether the Cluster of the Machine exists. Default: `found`. */
  readonly cluster?: "found" | "missing" | undefined;
  /** Whether the Machine has a deletion timestamp. Default: false. */
  readonly deletionRequested?: boolean | undefined;
  /** An error reason or message on the Machine, or to be recorded there. Default: no failure. */
  readonly failure?: MachineFailure | undefined;
  /**
   * `spec.bootstrap.data`, or the name of its Secret in later versions: `set`; `empty`, which requests to skip the bootstrap step;
   * `empty-from-provider`, an error of the bootstrap provider. Default: unset.
   */
  readonly bootstrapData?: "set" | "empty" | "empty-from-provider" | undefined;
  /** The object that `spec.bootstrap.configRef` refers to. Default: there is no configRef. */
  readonly bootstrapConfig?: ReferencedObjectFacts | undefined;
  /** The object that `spec.infrastructureRef` refers to. Default: not observed. */
  readonly infrastructure?: InfrastructureFacts | undefined;
  /** The Machine's own `spec.providerID`. Default: unset. */
  readonly providerID?: string | undefined;
  /** The Node with the Machine's providerID. Default: `none`. */
  readonly node?: NodeFacts | undefined;
  /** Faults in the observations, each a sentence, which are passed through to the result. Default: no faults. */
  readonly problems?: readonly string[] | undefined;
}

/** The cause of a Machine's failure. */
export interface MachineFailure {
  /** The reason, in UpperCamelCase. */
  readonly reason?: string | undefined;
  /** The message, for users. */
  readonly message?: string | undefined;
  /** Whether the Machine already has the failure; if not, the writer of the Machine should record it there. */
  readonly recorded: boolean;
}

/** The facts about a referenced object. */
export interface ReferencedObjectFacts {
  /** The object that the facts are about. */
  readonly object: ConcernedObject;
  /** `unobserved`: not looked up, which differs from `missing`. */
  readonly state: "found" | "being-deleted" | "missing" | "unobserved";
  /** The flag of its contract: `status.ready`, `status.initialization.provisioned`, ... */
  readonly ready: boolean;
}

/** The facts about the InfraMachine. */
export interface InfrastructureFacts extends ReferencedObjectFacts {
  /** The cloud's id of the machine; undefined until it is reported. */
  readonly providerID?: string | undefined;
}

/**
 * The facts about the Node: `none` (no Node has the providerID), `ambiguous` (several Nodes have it), `unreachable` (the workload cluster
 * is unavailable), or the single Node.
 */
export type NodeFacts =
  "none" | "ambiguous" | "unreachable" | { readonly name?: string | undefined; readonly ready: boolean };
