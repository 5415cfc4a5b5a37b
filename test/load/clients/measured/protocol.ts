/** The number of the version of each object that exists, by its name. */
export type View = Readonly<Record<string, number>>;

/** What a measured process is asked. */
export type Command =
  | { readonly do: "start" }
  /** Count from now on, and say when exactly this is known. */
  | { readonly do: "expect"; readonly id: number; readonly view: View }
  | { readonly do: "state" }
  | { readonly do: "memory" };

/** Everything expected is known, and nothing else. */
export interface Done {
  readonly event: "done";
  readonly id: number;
  readonly atMs: number;
  readonly cpuMs: number;
}

/** What is known, and what has come since the last `expect`. */
export interface State {
  readonly event: "state";
  readonly view: View;
  /** Versions, or the end of an object, that came after a later version of the same name. */
  readonly older: number;
  /** Versions that came twice in a row. */
  readonly again: number;
  /** Versions that did not come: a controller's queue combines them. */
  readonly skipped: number;
}

/** After a garbage collection, which is made for these figures alone: no CPU time of it may count. */
export interface Memory {
  readonly event: "memory";
  /** Before the collection: where what came earlier ends. */
  readonly cpuMs: number;
  /** After it: where what comes later begins. */
  readonly cpuMsAfterwards: number;
  readonly heapBytes: number;
  readonly rssBytes: number;
  readonly sockets: number;
}

export type Answer = Done | State | Memory | { readonly event: "ready" };
