import type { Client, RequestOptions } from "./client.ts";
import { delegatingClient } from "./delegating-client.ts";

/** Decides whether writes are allowed. */
export interface Fence {
  /** When it aborts, no write is allowed any more, and writes in flight are abandoned. */
  readonly signal: AbortSignal;
  /** Throws if writes are not allowed at this moment. */
  check(): void;
}

/** A fence that also allows no write once `signal` is aborted. */
export function fenceUntil(signal: AbortSignal, fence: Fence): Fence {
  const check = (): void => {
    signal.throwIfAborted();
    fence.check();
  };
  return { signal: AbortSignal.any([signal, fence.signal]), check };
}

/**
 * A client that checks a fence right before it sends each write. A reconcile that outlives its manager, or the manager's leadership,
 * therefore changes nothing.
 *
 * A write whose own signal aborts before it is sent is not sent. After it is sent, the client waits for the answer, so that the result of
 * the write is known.
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
