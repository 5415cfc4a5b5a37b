/**
 * The Secrets of other namespaces that your code may read: those in one of `namespaces` that have all of `labels`. An operator allows more
 * namespaces with the flag `--secret-namespaces`.
 */
export interface SecretsFrom {
  /** Default: with `labels`, all namespaces; without `labels`, only those that the operator allows. */
  readonly namespaces?: readonly string[];
  /** Labels that a Secret must have. The owner of a Secret sets them to release it. Default: no labels. */
  readonly labels?: Readonly<Record<string, string>>;
}
