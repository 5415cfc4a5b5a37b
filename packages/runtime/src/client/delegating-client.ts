import type { Client } from "./client.ts";

/**
 * A client that delegates every request to another client. Spread it into a client that handles some requests itself.
 *
 * ```ts
 * const counting: Client = { ...delegatingClient(client), list: (kind, options) => (lists++, client.list(kind, options)) };
 * ```
 */
export function delegatingClient(client: Client): Client {
  return {
    server: client.server,
    userAgent: client.userAgent,
    get: (kind, key, options) => client.get(kind, key, options),
    list: (kind, options) => client.list(kind, options),
    watch: (kind, options) => client.watch(kind, options),
    watchBatches: (kind, options) => client.watchBatches(kind, options),
    create: (kind, object, options) => client.create(kind, object, options),
    replace: (kind, object, options) => client.replace(kind, object, options),
    patch: (kind, key, patch, options) => client.patch(kind, key, patch, options),
    delete: (kind, key, options) => client.delete(kind, key, options),
    deleteCollection: (kind, options) => client.deleteCollection(kind, options),
    request: (method, path, body, options) => client.request(method, path, body, options),
    close: () => client.close(),
  };
}
