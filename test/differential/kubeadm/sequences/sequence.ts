import { type DifferenceId } from "../expected/differences.ts";
import { type Stage } from "../stage/stage.ts";
import { type Facts } from "./facts.ts";

/** One event in a cluster, and the expected reaction of both providers. */
export interface Step {
  /** The event, as a title. */
  readonly what: string;
  readonly act?: (stage: Stage, tools: StepTools) => Promise<void>;
  /**
   * Whether a provider has reacted: the step ends when both have, and agree or differ as expected. Default: nothing should happen, which is
   * checked for a while.
   */
  readonly until?: (facts: Facts, cluster: string) => boolean;
  /** How long to check that nothing happens, in milliseconds. Default: a few seconds. */
  readonly quietMs?: number;
  /** A difference that this step shows, within the time limit of a reaction. */
  readonly shows?: DifferenceId;
}

/** Successive steps for one cluster, and the differences that they should show. */
export interface Sequence {
  /** The name of the sequence and its Cluster; without dashes. */
  readonly name: string;
  readonly steps: readonly Step[];
  readonly expected?: readonly ExpectedDifference[];
}

export interface ExpectedDifference {
  readonly id: DifferenceId;
  /** The prefixes of the lines that the difference covers; a line begins with its place. */
  readonly at: RegExp;
  /** Whether it may fail to show, because it depends on timing. Default: it must show. */
  readonly sometimes?: true;
}

/** The context of steps, in addition to the stage. */
export interface StepTools {
  /** Client of the workload cluster. */
  readonly kubeconfig: string;
  /** Certificate Secrets by the suffix of their name, such as `ca`, for steps in which a user provides them. */
  readonly certificates: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
