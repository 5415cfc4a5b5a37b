/** Which object an error, a log line or an event is about. */
export interface ObjectRef {
  readonly apiVersion?: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly uid?: string;
}
