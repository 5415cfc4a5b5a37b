import type { Condition } from "@capstan/contract";

/** A condition that an object waits for. */
export interface AwaitedThing {
  /** The condition, such as "infrastructure provisioned". */
  readonly what: string;
  /** The object that determines it: `MockMachine w-1`. */
  readonly object: string;
  /** The observed state instead. */
  readonly detail?: string;
  /** RFC 3339. */
  readonly since?: string;
}

/** An operation in progress on an object: its deletion, a rollout, scaling, remediation. */
export interface Activity {
  /** The type of the condition that reports it: "RollingOut". */
  readonly what: string;
  /** Empty if it only repeats `what`. */
  readonly reason: string;
  readonly message: string;
  /** RFC 3339. */
  readonly since?: string;
}

/** An error that a user must check. */
export interface ReportedError {
  /** The object that reports it: `MockMachine w-1`. */
  readonly origin: string;
  readonly reason: string;
  readonly message: string;
  /** RFC 3339; unknown for errors that are not conditions. */
  readonly since?: string;
}

/** The Machines of a set or control plane, as its status counts them. */
export interface ReplicaCounts {
  readonly desired?: number;
  readonly current?: number;
  readonly ready?: number;
  readonly available?: number;
  readonly upToDate?: number;
}

/** One object of the tree, with everything that a user needs to know about it; the same with `--json`. */
export interface DescribedObject {
  /** Empty for the core group. */
  readonly apiGroup: string;
  readonly kind: string;
  readonly name: string;
  /** Its role for its parent: "infrastructure", "control plane", "bootstrap"; unset for Machines and sets. */
  readonly role?: string;
  readonly phase?: string;
  /** The condition that summarizes the object: Ready, or Available if there is no Ready. */
  readonly summary?: Condition;
  readonly replicas?: ReplicaCounts;
  readonly version?: string;
  /** RFC 3339. */
  readonly created?: string;
  /** RFC 3339; set once deletion was requested. */
  readonly deleted?: string;
  readonly paused: boolean;
  /** RFC 3339; since when its controller has observed the pause. */
  readonly pausedSince?: string;
  readonly activities: readonly Activity[];
  readonly waitsFor: readonly AwaitedThing[];
  readonly errors: readonly ReportedError[];
  readonly conditions: readonly Condition[];
  readonly children: readonly DescribedObject[];
}
