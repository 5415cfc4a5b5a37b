/** Which object a reconcile is about. */
export interface ReconciledObject {
  readonly name: string;
  readonly namespace?: string;
  readonly kind?: string;
  /** API group of `kind`. */
  readonly group?: string;
  readonly uid?: string;
}
