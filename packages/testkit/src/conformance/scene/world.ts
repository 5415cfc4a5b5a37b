import type { Client } from "@capstan/runtime";
import type { Write } from "../../client/recording-client.ts";
import type { OutsideWorld } from "./outside-world.ts";

/** An answered request of the provider under test. */
export interface SeenRequest {
  readonly verb: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** HTTP status; 0 if no answer arrived. */
  readonly status: number;
}

/** The API requests of the provider under test. */
export interface Traffic {
  /** Its accepted writes, oldest first: `create Secret/m1`. Omits leader election and Events. */
  writes(filter?: { readonly kind?: string }): readonly string[];
  /** All its requests, oldest first. */
  requests(): readonly SeenRequest[];
  /** Returns an error for writes that the API server refuses from now on; undefined to refuse none. */
  refuse: ((write: Write) => Error | undefined) | undefined;
  /** The write that it repeats endlessly; undefined if it settles. */
  readonly endless: string | undefined;
}

/** A running provider under test, and everything observable about it. */
export interface World extends AsyncDisposable {
  /** An administrator's client. */
  readonly client: Client;
  /** The namespace of the scene's objects. */
  readonly namespace: string;
  /** Whether a namespace belongs to another scene on the same server. */
  isElsewhere(namespace: string): boolean;
  /** The things outside; undefined if they are not observable. */
  readonly outside: OutsideWorld | undefined;
  /** Undefined if requests are not observable. */
  readonly traffic: Traffic | undefined;
  /** Whether the API server calls the admission webhooks of the provider. */
  readonly callsWebhooks: boolean;
  /** Resolves when the provider has finished all work. */
  settled(): Promise<void>;
  /** Waits long enough for one reconcile. */
  breathe(): Promise<void>;
  /** Lets `seconds` pass, or ends when nothing changes any more. */
  pass(seconds: number): Promise<void>;
  /** Waits until a condition holds, and the provider has settled. @returns false if it does not hold after `seconds`. */
  until(isSo: () => boolean | Promise<boolean>, seconds: number): Promise<boolean>;
}
