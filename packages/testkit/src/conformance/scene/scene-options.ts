/** Options of a MachinePool that a rule may require. */
export interface PoolChoices {
  /** Whether its bootstrap data exists. Default: true. */
  readonly withData?: boolean;
  /** Default: 1. */
  readonly replicas?: number;
  readonly annotations?: Readonly<Record<string, string>>;
}
