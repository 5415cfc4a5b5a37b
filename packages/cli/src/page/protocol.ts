/**
 * The protocol between the page and its server; types alone, which both import.
 *
 * GET  /                 the page; its files next to it
 * GET  /api/stream       Server-Sent Events: each `data` is one {@link Update}
 * GET  /api/object?id=   {@link Details} of one object
 * POST /api/actions      an {@link Action}; 204, or {@link Refusal} with 4xx or 5xx
 *
 * The page is opened at http://127.0.0.1:PORT/#TOKEN; each request of /api carries the token, in the header `authorization: Bearer TOKEN`
 * (streams are read with fetch, not with EventSource, so they carry it, too).
 */

/** `Machine.cluster.x-k8s.io/default/w-1`; the API version is not part of it. */
export type ObjectId = string;

/** The state of an object, shown as a color but never by color alone. */
export type Tone = "good" | "busy" | "bad" | "paused" | "unknown";

/** When an object entered a phase. */
export interface PhaseChange {
  readonly phase: string;
  /** RFC 3339, with milliseconds. */
  readonly at: string;
}

/** One line of the tree. */
export interface Row {
  readonly id: ObjectId;
  /** The id of its parent; none for Clusters and for objects without a Cluster. */
  readonly parent?: ObjectId;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  /** Its role for its parent: "infrastructure", "control plane", "bootstrap". */
  readonly role?: string;
  readonly phase?: string;
  readonly tone: Tone;
  /** The most informative sentence: the error, else the wait, else the activity. */
  readonly says?: string;
  /** RFC 3339: since when `says` applies. */
  readonly since?: string;
  /** `3/3 ready`, for sets and control planes. */
  readonly replicas?: string;
  readonly version?: string;
  readonly created?: string;
  readonly deleting: boolean;
  readonly paused: boolean;
  /** Oldest first; for Clusters and Machines, as observed since the page's server started. */
  readonly phases?: readonly PhaseChange[];
}

/** A request that a reconcile sent. */
export interface ReconcileRequest {
  /** `PATCH /apis/…/{name}/status`. */
  readonly what: string;
  readonly object?: string;
  /** HTTP status, or the type of an error. */
  readonly answer: string;
  readonly ms: number;
}

/** A completed reconcile. */
export interface Reconcile {
  /** Ascending. */
  readonly number: number;
  readonly manager: string;
  /** Whether it is the author's, not that of a manager that runs alongside. */
  readonly own: boolean;
  readonly controller: string;
  readonly object?: ObjectId;
  /** RFC 3339, with milliseconds. */
  readonly at: string;
  readonly ms: number;
  /** `success`, `requeue_after`, `error`, `terminal_error`, `stopped`. */
  readonly outcome: string;
  readonly requeueAfterMs?: number;
  readonly requests: readonly ReconcileRequest[];
  readonly error?: ThrownError;
}

/** An error that author code threw. */
export interface ThrownError {
  readonly name: string;
  readonly message: string;
  /** The stack; the first frame in the author's own files, with the surrounding source if it was found. */
  readonly stack: readonly string[];
  readonly source?: {
    /** Relative to the project. */
    readonly file: string;
    readonly line: number;
    readonly excerpt: readonly { readonly line: number; readonly text: string }[];
  };
}

/** The provider under development. */
export interface ProviderState {
  readonly state: "starting" | "running" | "ended";
  /** `exit status 1`, `SIGKILL`, of a process that ended. */
  readonly how?: string;
  /** Files whose change caused the restart. */
  readonly changed: readonly string[];
  readonly startedMs?: number;
  readonly at: string;
  /** The last lines of its output, oldest first. */
  readonly lines: readonly string[];
  /** The uncaught error that ended it: a mistake in a file, or at the start. */
  readonly error?: ThrownError;
}

/** An active fault. */
export interface ActiveFault {
  readonly id: string;
  readonly title: string;
  readonly happened: number;
}

/** A fault that the page can inject; some affect an object. */
export interface OfferedFault {
  /** `api-errors`, `slow-api`, `lost-answers`, `watches-break`, `slow-cloud`, `machine-lost`. */
  readonly type: string;
  readonly title: string;
  readonly explanation: string;
  readonly forObject: boolean;
}

export type Update =
  /** First message of every stream: the whole state. */
  | {
      readonly type: "snapshot";
      /** `dev` or `demo`. */
      readonly command: string;
      readonly project: string;
      readonly server: { readonly url: string; readonly kubeconfig: string };
      readonly now: string;
      readonly rows: readonly Row[];
      readonly reconciles: readonly Reconcile[];
      readonly provider?: ProviderState;
      readonly faults: readonly ActiveFault[];
      readonly offeredFaults: readonly OfferedFault[];
    }
  | { readonly type: "rows"; readonly changed: readonly Row[]; readonly removed: readonly ObjectId[] }
  | { readonly type: "reconciles"; readonly reconciles: readonly Reconcile[] }
  | { readonly type: "provider"; readonly provider: ProviderState }
  | { readonly type: "faults"; readonly faults: readonly ActiveFault[] };

/** A line of an object's YAML. */
export interface YamlLine {
  readonly text: string;
  /** Managers of the field that begins there; empty without an owner. */
  readonly managers: readonly string[];
}

/** All details of an object. */
export interface Details {
  readonly id: ObjectId;
  readonly apiVersion: string;
  /** With it, an edit is refused if the object has changed since. */
  readonly resourceVersion: string;
  readonly yaml: readonly YamlLine[];
  readonly conditions: readonly {
    readonly type: string;
    readonly status: string;
    readonly reason?: string;
    readonly message?: string;
    readonly since?: string;
    readonly tone: Tone;
  }[];
  readonly waitsFor: readonly {
    readonly what: string;
    readonly object: string;
    readonly detail?: string;
    readonly since?: string;
  }[];
  readonly errors: readonly {
    readonly origin: string;
    readonly reason: string;
    readonly message: string;
    readonly since?: string;
  }[];
  readonly events: readonly {
    readonly type: string;
    readonly reason: string;
    readonly message: string;
    readonly from: string;
    readonly count: number;
    readonly at: string;
  }[];
}

export type Action =
  | { readonly type: "pause" | "resume" | "delete"; readonly id: ObjectId }
  /** Replaces the object with this YAML; refused with 409 if it has changed since it was read. */
  | { readonly type: "replace"; readonly id: ObjectId; readonly yaml: string; readonly resourceVersion: string }
  | { readonly type: "inject-fault"; readonly fault: string; readonly id?: ObjectId }
  | { readonly type: "end-fault"; readonly id: string };

/** Why an action was refused. */
export interface Refusal {
  readonly message: string;
}
