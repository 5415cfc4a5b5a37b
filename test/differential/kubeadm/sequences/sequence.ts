import { type DifferenceId } from "../expected/differences.ts";
import { type Stage } from "../stage/stage.ts";
import { type Facts } from "./facts.ts";

/** One thing that happens to a cluster, and what both providers should have made of it. */
export interface Step {
  /** What happens, for people. */
  readonly what: string;
  readonly act?: (stage: Stage, tools: StepTools) => Promise<void>;
  /**
   * Whether a provider has reacted: the step is over when that is so for both, and they say the same or differ as expected.
   * Default: nothing should happen, which is looked at for a while.
   */
  readonly until?: (facts: Facts, cluster: string) => boolean;
  /** How long is looked at nothing happening, in milliseconds. Default: a few seconds. */
  readonly quietMs?: number;
  /** A difference that this step shows, which may take as long as a reaction does. */
  readonly shows?: DifferenceId;
}

/** Steps that happen to one cluster, one after the other, and the differences they are meant to show. */
export interface Sequence {
  /** Of the Cluster, too; without dashes. */
  readonly name: string;
  readonly steps: readonly Step[];
  readonly expected?: readonly ExpectedDifference[];
}

export interface ExpectedDifference {
  readonly id: DifferenceId;
  /** The lines of differences it covers, which begin with where they are. */
  readonly at: RegExp;
  /** Whether it may fail to show: it depends on the moment. Default: it must show. */
  readonly sometimes?: true;
}

/** What steps have in addition to the stage. */
export interface StepTools {
  /** Of the workload cluster. */
  readonly kubeconfig: string;
  /** Certificate Secrets by the end of their name, such as `ca`, for steps in which a user brings them. */
  readonly certificates: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
