/** What a measured process is asked. */
export type Command =
  | { readonly do: "start" }
  /** Say when this many objects were seen with this number, or a later one. */
  | { readonly do: "expect"; readonly objects: number; readonly number: number }
  | { readonly do: "memory" };

/** Everything expected was seen. */
export interface Done {
  readonly event: "done";
  readonly atMs: number;
  readonly cpuMs: number;
  readonly calls: number;
  /** Versions that came after a later one of the same object. */
  readonly older: number;
  /** Versions that did not come: a controller's queue combines them. */
  readonly skipped: number;
}

/** After a garbage collection; the CPU time is that before it. */
export interface Memory {
  readonly event: "memory";
  readonly cpuMs: number;
  readonly heapBytes: number;
  readonly rssBytes: number;
  readonly sockets: number;
}

export type Answer = Done | Memory | { readonly event: "ready" };
