import type { Client, RequestOptions } from "./client.ts";
import { delegatingClient } from "./delegating-client.ts";

/** What writes are allowed by. */
export interface Fence {
  /** Aborted: nothing may be written any more, and writes under way are given up. */
  readonly signal: AbortSignal;
  /** Throws if nothing may be written at this moment. */
  check(): void;
}

/**
 * A client whose writes are allowed by a fence, which is asked right before each is sent. So that a reconcile which outlives its
 * manager, or its leadership, changes nothing any more.
 *
 * A write whose own signal aborts is not sent; one that has been sent is waited for, so that it is known what it did.
 */
export function fenced(client: Client, fence: Fence): Client {
  const within = <Options extends RequestOptions>(options?: Options) => {
    const own = options?.signal;
    const check = (): void => {
      own?.throwIfAborted();
      fence.check();
    };
    check();
    return { ...options, signal: fence.signal, gate: { ...(own === undefined ? {} : { signal: own }), check } };
  };
  return {
    ...delegatingClient(client),
    create: async (kind, object, options) => client.create(kind, object, within(options)),
    replace: async (kind, object, options) => client.replace(kind, object, within(options)),
    patch: async (kind, key, patch, options) => client.patch(kind, key, patch, within(options)),
    delete: async (kind, key, options) => client.delete(kind, key, within(options)),
    deleteCollection: async (kind, options) => client.deleteCollection(kind, within(options)),
    request: async (method, path, body, options) =>
      client.request(method, path, body, method === "GET" ? options : within(options)),
  };
}
