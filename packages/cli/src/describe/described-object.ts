import type { Condition } from "@capstan/contract";

/** Something an object waits for. */
export interface AwaitedThing {
  /** Such as "infrastructure provisioned". */
  readonly what: string;
  /** The object that decides it: `MockMachine w-1`. */
  readonly object: string;
  /** What was seen instead. */
  readonly detail?: string;
  /** RFC 3339. */
  readonly since?: string;
}

/** Something in progress with an object: its deletion, a rollout, scaling, remediation. */
export interface Activity {
  /** The type of the condition that reports it: "RollingOut". */
  readonly what: string;
  /** Empty where it says no more than `what`. */
  readonly reason: string;
  readonly message: string;
  /** RFC 3339. */
  readonly since?: string;
}

/** An error that a user has to look at. */
export interface ReportedError {
  /** The object that reports it: `MockMachine w-1`. */
  readonly origin: string;
  readonly reason: string;
  readonly message: string;
  /** RFC 3339; unknown for errors that are not conditions. */
  readonly since?: string;
}

/** The Machines a set or control plane has, as its status counts them. */
export interface ReplicaCounts {
  readonly desired?: number;
  readonly current?: number;
  readonly ready?: number;
  readonly available?: number;
  readonly upToDate?: number;
}

/** One object of the tree, with everything a person asks about it; the same with `--json`. */
export interface DescribedObject {
  /** Empty for the core group. */
  readonly apiGroup: string;
  readonly kind: string;
  readonly name: string;
  /** What it is to the object above it: "infrastructure", "control plane", "bootstrap"; left out for Machines and sets. */
  readonly role?: string;
  readonly phase?: string;
  /** The condition that sums the object up: Ready, or Available where there is no Ready. */
  readonly summary?: Condition;
  readonly replicas?: ReplicaCounts;
  readonly version?: string;
  /** RFC 3339. */
  readonly created?: string;
  /** RFC 3339; set once deletion was requested. */
  readonly deleted?: string;
  readonly paused: boolean;
  /** RFC 3339; since when its controller knows that it is paused. */
  readonly pausedSince?: string;
  readonly activities: readonly Activity[];
  readonly waitsFor: readonly AwaitedThing[];
  readonly errors: readonly ReportedError[];
  readonly conditions: readonly Condition[];
  readonly children: readonly DescribedObject[];
}
