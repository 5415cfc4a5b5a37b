import type { Client } from "../client/client.ts";
import { delegatingClient } from "../client/delegating-client.ts";
import { type AwayOptions, awayFromWorker } from "../worker/workers.ts";

/** Options of {@link awayWhileAsking}. */
export interface AwayClientOptions extends AwayOptions {
  /** A request failed; called as part of the reconcile that sent it. */
  readonly onError: (error: unknown) => void;
}

/** A client whose requests hold up no worker for long: a server that does not answer costs its own reconciles time, and no others. */
export function awayWhileAsking(client: Client, { onError, ...options }: AwayClientOptions): Client {
  const away = async <T>(wait: () => Promise<T>): Promise<T> => {
    try {
      return await awayFromWorker(wait, options);
    } catch (error) {
      onError(error);
      throw error;
    }
  };
  return {
    ...delegatingClient(client),
    get: (kind, key, readOptions) => away(() => client.get(kind, key, readOptions)),
    list: (kind, listOptions) => away(() => client.list(kind, listOptions)),
    create: (kind, object, writeOptions) => away(() => client.create(kind, object, writeOptions)),
    replace: (kind, object, writeOptions) => away(() => client.replace(kind, object, writeOptions)),
    patch: (kind, key, patch, writeOptions) => away(() => client.patch(kind, key, patch, writeOptions)),
    delete: (kind, key, deleteOptions) => away(() => client.delete(kind, key, deleteOptions)),
    request: (method, path, body, requestOptions) => away(() => client.request(method, path, body, requestOptions)),
  };
}
