/** Options of leader election by a Lease. */
export interface LeaderElectionOptions {
  /** Namespace of the Lease. */
  readonly namespace: string;
  /** Name of the Lease. Default: the manager's name. */
  readonly name?: string;
  /** Unique among the candidates. Default: host name and a random part. */
  readonly identity?: string;
  /** A Lease not renewed for this long may be taken over. Default 15,000. */
  readonly leaseDurationMs?: number;
  /** The leader gives up when it could not renew for this long. Default 10,000. */
  readonly renewDeadlineMs?: number;
  /** Between two attempts. Default 2,000. */
  readonly retryPeriodMs?: number;
}
