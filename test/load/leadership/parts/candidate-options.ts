/** The options of `candidate.ts`. */
export interface CandidateOptions {
  readonly identity: string;
  readonly kubeconfigFile: string;
  /** The number of ConfigMaps `load-<n>` that it changes concurrently. */
  readonly objects: number;
  readonly durations: Durations;
  /** Whether the response to its first write of the Lease is delayed until the signal SIGUSR2. */
  readonly isLeaseSlow: boolean;
}

/** The durations of the election. */
export interface Durations {
  readonly leaseDurationMs: number;
  readonly renewDeadlineMs: number;
  readonly retryPeriodMs: number;
}
