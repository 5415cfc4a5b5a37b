import type { Write } from "../client/recording-client.ts";

/** What a rule may require of a MachinePool. */
export interface PoolChoices {
  /** Whether its bootstrap data is there. Default: true. */
  readonly withData?: boolean;
  /** Default: 1. */
  readonly replicas?: number;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** What a rule may change about the API server. */
export interface Interference {
  /** The writes that the API server refuses. */
  refuse?: (write: Write) => Error | undefined;
}
