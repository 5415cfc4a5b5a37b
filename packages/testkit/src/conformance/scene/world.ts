import type { Client } from "@capstan/runtime";
import type { Write } from "../../client/recording-client.ts";
import type { OutsideWorld } from "./outside-world.ts";

/** A request of the provider under test that was answered. */
export interface SeenRequest {
  readonly verb: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
}

/** What the provider under test asks of the API server. */
export interface Traffic {
  /** Its writes that were accepted, oldest first: `create Secret/m1`. Those for leader election and Events are left out. */
  writes(filter?: { readonly kind?: string }): readonly string[];
  /** All its requests, oldest first. */
  requests(): readonly SeenRequest[];
  /** Which of its writes the API server refuses from now on; undefined: none. */
  refuse: ((write: Write) => Error | undefined) | undefined;
  /** What it writes without end; undefined if it comes to rest. */
  readonly endless: string | undefined;
}

/** How a provider under test runs, and what can be seen of it. */
export interface World extends AsyncDisposable {
  /** An administrator's. */
  readonly client: Client;
  /** Where the objects of the scene are. */
  readonly namespace: string;
  /** Whether objects in a namespace are those of another scene on the same server. */
  isElsewhere(namespace: string): boolean;
  /** What is made outside; undefined: that cannot be looked into. */
  readonly outside: OutsideWorld | undefined;
  /** Undefined: it cannot be seen. */
  readonly traffic: Traffic | undefined;
  /** Resolves when the provider has done what there is to do. */
  settled(): Promise<void>;
  /** Gives the provider time for one reconcile. */
  breathe(): Promise<void>;
  /** Lets `seconds` pass, or as long as nothing changes any more. */
  pass(seconds: number): Promise<void>;
  /** Waits until something is so, and the provider is at rest. @returns false: it is not so after `seconds`. */
  until(isSo: () => boolean | Promise<boolean>, seconds: number): Promise<boolean>;
}
