import type { Client } from "@capstan/runtime";

/** What a client does apart from writes to kinds, for clients that observe the writes of another. */
export function readsOf(client: Client): Omit<Client, "create" | "replace" | "patch" | "delete"> {
  return {
    server: client.server,
    userAgent: client.userAgent,
    get: (kind, key, options) => client.get(kind, key, options),
    list: (kind, options) => client.list(kind, options),
    watch: (kind, options) => client.watch(kind, options),
    watchBatches: (kind, options) => client.watchBatches(kind, options),
    request: (method, path, body, options) => client.request(method, path, body, options),
    close: () => client.close(),
  };
}
