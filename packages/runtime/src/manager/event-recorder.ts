import type { KubernetesObject } from "@capstan/contract";

/** An Event about an object. */
export interface RecordedEvent {
  /** `Warning` if an operator should look at it. */
  readonly type: "Normal" | "Warning";
  /** UpperCamelCase, a constant. */
  readonly reason: string;
  /** One sentence, without secrets. Longer messages are cut to 1,024 bytes. */
  readonly message: string;
  /** The action, UpperCamelCase. Default "Reconcile". */
  readonly action?: string;
}

/** The fields of an object that an Event needs. */
export type EventSubject = Pick<KubernetesObject, "apiVersion" | "kind"> & {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string | undefined;
    readonly uid?: string;
    readonly resourceVersion?: string;
  };
};

/** Records Kubernetes Events, which `kubectl describe` shows. */
export interface EventRecorder {
  /** Records an Event. Never throws and never waits: an Event that cannot be written is logged and dropped. */
  record(object: EventSubject, event: RecordedEvent): void;
}
