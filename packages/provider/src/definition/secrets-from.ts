/**
 * Which Secrets of other namespaces author code may read: those in one of `namespaces` that have all of `labels`. An operator allows
 * more namespaces by the flag `--secret-namespaces`.
 */
export interface SecretsFrom {
  /** Default: with `labels`, all namespaces; without, only those that the operator allows. */
  readonly namespaces?: readonly string[];
  /** Labels that such a Secret must have, by which its owner releases it. Default: none. */
  readonly labels?: Readonly<Record<string, string>>;
}
