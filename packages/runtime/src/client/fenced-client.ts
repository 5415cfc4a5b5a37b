import type { Client, RequestOptions } from "./client.ts";

/**
 * A client whose writes end with `fence`: those under way are given up, later ones reject with its reason. So that a
 * reconcile which outlives its manager, or its leadership, changes nothing any more.
 */
export function fenced(client: Client, fence: AbortSignal): Client {
  const within = <Options extends RequestOptions>(options?: Options) => {
    fence.throwIfAborted();
    return { ...options, signal: options?.signal === undefined ? fence : AbortSignal.any([options.signal, fence]) };
  };
  return {
    server: client.server,
    userAgent: client.userAgent,
    get: (kind, key, options) => client.get(kind, key, options),
    list: (kind, options) => client.list(kind, options),
    watch: (kind, options) => client.watch(kind, options),
    watchBatches: (kind, options) => client.watchBatches(kind, options),
    create: async (kind, object, options) => client.create(kind, object, within(options)),
    replace: async (kind, object, options) => client.replace(kind, object, within(options)),
    patch: async (kind, key, patch, options) => client.patch(kind, key, patch, within(options)),
    delete: async (kind, key, options) => client.delete(kind, key, within(options)),
    request: async (method, path, body, options) =>
      client.request(method, path, body, method === "GET" ? options : within(options)),
    close: () => client.close(),
  };
}
