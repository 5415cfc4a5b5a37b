import type { Client } from "../client/client.ts";
import { delegatingClient } from "../client/delegating-client.ts";
import { type AwayOptions, awayFromWorker } from "../worker/workers.ts";

/** Options of {@link awayWhileAsking}. */
export interface AwayClientOptions extends AwayOptions {
  /** Called in the context of the reconcile whose request failed. */
  readonly onError: (error: unknown) => void;
}

/** A client whose requests release their worker after a short time: an unresponsive server delays only its own reconciles. */
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
