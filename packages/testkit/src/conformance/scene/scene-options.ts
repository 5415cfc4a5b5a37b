/** What a rule may require of a MachinePool. */
export interface PoolChoices {
  /** Whether its bootstrap data is there. Default: true. */
  readonly withData?: boolean;
  /** Default: 1. */
  readonly replicas?: number;
  readonly annotations?: Readonly<Record<string, string>>;
}
