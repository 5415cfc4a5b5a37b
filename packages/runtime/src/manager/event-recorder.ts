import type { KubernetesObject } from "@capstan/contract";

/** What an Event reports about an object. */
export interface RecordedEvent {
  /** `Warning` if somebody should look at it. */
  readonly type: "Normal" | "Warning";
  /** UpperCamelCase, a constant. */
  readonly reason: string;
  /** One sentence. Never secrets. At most 1,024 bytes are kept. */
  readonly message: string;
  /** What was being done, UpperCamelCase. Default "Reconcile". */
  readonly action?: string;
}

/** The part of an object an Event needs. */
export type EventSubject = Pick<KubernetesObject, "apiVersion" | "kind"> & {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid?: string;
    readonly resourceVersion?: string;
  };
};

/** Records Kubernetes Events, which `kubectl describe` shows. */
export interface EventRecorder {
  /** Never throws and never waits: an Event that cannot be written is logged and dropped. */
  record(object: EventSubject, event: RecordedEvent): void;
}
