/** A server's answer to a list. */
export interface ListAnswer<T> {
  readonly metadata?: { readonly resourceVersion?: string; readonly continue?: string };
  readonly items?: T[] | null;
}
