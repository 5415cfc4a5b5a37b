import type { KubernetesObject, ObjectKey, ResourceKind } from "@capstan/contract";
import type { Cache } from "./cache.ts";
import type { Client, DeleteOptions, DeleteResult, RequestOptions, WriteOptions } from "../client/client.ts";
import { delegatingClient } from "../client/delegating-client.ts";
import type { Patch } from "../client/patch.ts";

/**
 * A client whose writes a cache shows immediately, so that the next reconcile sees the results of the last one. The cache also shows
 * objects that the client gets by name, even if the watch is behind.
 */
export function writeThrough(client: Client, cache: Cache): Client {
  const seen =
    <T extends KubernetesObject>(kind: ResourceKind<T>, options: WriteOptions | undefined) =>
    (object: T): T => {
      if (options?.dryRun !== true && options?.subresource !== "scale") cache.observe(kind, object);
      return object;
    };
  return {
    ...delegatingClient(client),
    get: <T extends KubernetesObject>(kind: ResourceKind<T>, key: ObjectKey, options?: RequestOptions) =>
      client.get(kind, key, options).then(seen(kind, undefined)),
    create: <T extends KubernetesObject>(kind: ResourceKind<T>, object: T, options?: WriteOptions) =>
      client.create(kind, object, options).then(seen(kind, options)),
    replace: <T extends KubernetesObject>(kind: ResourceKind<T>, object: T, options?: WriteOptions) =>
      client.replace(kind, object, options).then(seen(kind, options)),
    patch: <T extends KubernetesObject>(kind: ResourceKind<T>, key: ObjectKey, patch: Patch, options?: WriteOptions) =>
      client.patch(kind, key, patch, options).then(seen(kind, options)),
    delete: async (kind: ResourceKind, key: ObjectKey, options?: DeleteOptions): Promise<DeleteResult> => {
      const result = await client.delete(kind, key, options);
      if (result.object !== undefined) cache.observe(kind, result.object);
      else if (result.deletedUid !== undefined) cache.observeDelete(kind, key, result.deletedUid);
      return result;
    },
  };
}
