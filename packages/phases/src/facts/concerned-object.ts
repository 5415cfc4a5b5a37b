/** The object a requirement is about, as a person would name it. */
export interface ConcernedObject {
  readonly kind: string;
  /** Empty if the facts do not name it. */
  readonly name: string;
  readonly namespace?: string | undefined;
}
