/** The version number of each existing object, by name. */
export type View = Readonly<Record<string, number>>;

/** The requests to a measured process. */
export type Command =
  | { readonly do: "start" }
  /** Reset the counts, and report once exactly this state is known. */
  | { readonly do: "expect"; readonly id: number; readonly view: View }
  | { readonly do: "state" }
  | { readonly do: "memory" };

/** Exactly the expected state is known. */
export interface Done {
  readonly event: "done";
  readonly id: number;
  readonly atMs: number;
  readonly cpuMs: number;
}

/** The known state, and the events since the last `expect`. */
export interface State {
  readonly event: "state";
  readonly view: View;
  /** Versions or deletions that came after a later version of the same name. */
  readonly older: number;
  /** Versions that were repeated immediately. */
  readonly again: number;
  /** Missing versions: a controller's queue combines them. */
  readonly skipped: number;
}

/** After a garbage collection for these figures alone: its CPU time must not count. */
export interface Memory {
  readonly event: "memory";
  /** Before the collection: the end of the previous interval. */
  readonly cpuMs: number;
  /** After the collection: the start of the next interval. */
  readonly cpuMsAfterwards: number;
  readonly heapBytes: number;
  readonly rssBytes: number;
  readonly sockets: number;
}

export type Answer = Done | State | Memory | { readonly event: "ready" };
