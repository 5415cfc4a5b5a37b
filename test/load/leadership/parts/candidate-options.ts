/** What `candidate.ts` is given. */
export interface CandidateOptions {
  readonly identity: string;
  readonly kubeconfigFile: string;
  /** How many ConfigMaps `load-<n>` it changes, all at a time. */
  readonly objects: number;
  readonly durations: Durations;
  /** Whether the answer to its first write of the Lease comes only after the signal SIGUSR2. */
  readonly isLeaseSlow: boolean;
}

/** Of the election. */
export interface Durations {
  readonly leaseDurationMs: number;
  readonly renewDeadlineMs: number;
  readonly retryPeriodMs: number;
}
