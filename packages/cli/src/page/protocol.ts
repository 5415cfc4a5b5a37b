/**
 * What the page and its server exchange; types alone, which both import.
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

/** How an object fares, as colors show it: never by color alone. */
export type Tone = "good" | "busy" | "bad" | "paused" | "unknown";

/** When an object came into a phase. */
export interface PhaseChange {
  readonly phase: string;
  /** RFC 3339, with milliseconds. */
  readonly at: string;
}

/** One line of the tree. */
export interface Row {
  readonly id: ObjectId;
  /** Of the object above it; none for Clusters and for what belongs to none. */
  readonly parent?: ObjectId;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  /** What it is to the object above it: "infrastructure", "control plane", "bootstrap". */
  readonly role?: string;
  readonly phase?: string;
  readonly tone: Tone;
  /** The one sentence that says most: the error, else what it waits for, else what is in progress. */
  readonly says?: string;
  /** RFC 3339: since when it says that. */
  readonly since?: string;
  /** `3/3 ready`, of sets and control planes. */
  readonly replicas?: string;
  readonly version?: string;
  readonly created?: string;
  readonly deleting: boolean;
  readonly paused: boolean;
  /** Oldest first; of Clusters and Machines, as seen since the page's server runs. */
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

/** One reconcile that has ended. */
export interface Reconcile {
  /** Ascending. */
  readonly number: number;
  readonly manager: string;
  /** Whether it is the author's, not one of ours that run next to it. */
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

/** What author code threw. */
export interface ThrownError {
  readonly name: string;
  readonly message: string;
  /** Lines of the stack; the first one of the author's own files, with the source around it, if it was found. */
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
  /** `exit status 1`, `SIGKILL`, of one that ended. */
  readonly how?: string;
  /** Files whose change is why it was started again. */
  readonly changed: readonly string[];
  readonly startedMs?: number;
  readonly at: string;
  /** The last lines that it printed, oldest first. */
  readonly lines: readonly string[];
  /** What ended it, if that was thrown and not caught: a mistake in a file, or at the start. */
  readonly error?: ThrownError;
}

/** A fault that goes on. */
export interface ActiveFault {
  readonly id: string;
  readonly title: string;
  readonly happened: number;
}

/** A fault that the page can inject; some concern an object. */
export interface OfferedFault {
  /** `api-errors`, `slow-api`, `lost-answers`, `watches-break`, `slow-cloud`, `machine-lost`. */
  readonly type: string;
  readonly title: string;
  readonly explanation: string;
  readonly forObject: boolean;
}

export type Update =
  /** First on every stream: all there is. */
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

/** A line of the YAML of an object. */
export interface YamlLine {
  readonly text: string;
  /** Managers of the field that begins there: none for what no one owns. */
  readonly managers: readonly string[];
}

/** All that is known of one object. */
export interface Details {
  readonly id: ObjectId;
  readonly apiVersion: string;
  /** For an edit to be refused if the object has changed since. */
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
  /** Replaces the object by this YAML; refused with 409 if it has changed since it was read. */
  | { readonly type: "replace"; readonly id: ObjectId; readonly yaml: string; readonly resourceVersion: string }
  | { readonly type: "inject-fault"; readonly fault: string; readonly id?: ObjectId }
  | { readonly type: "end-fault"; readonly id: string };

/** Why an action was not done. */
export interface Refusal {
  readonly message: string;
}
