/** The object of a reconcile. */
export interface ReconciledObject {
  /** Its name. */
  readonly name: string;
  /** Its namespace, if it has one. */
  readonly namespace?: string | undefined;
  /** Its kind, if the controller has a kind of its own. */
  readonly kind?: string;
  /** API group of `kind`. */
  readonly group?: string;
  /** Its uid, if the cache has it. */
  readonly uid?: string;
}
