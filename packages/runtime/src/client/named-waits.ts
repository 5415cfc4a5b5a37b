import type { ObjectKey } from "@capstan/contract";
import { objectKeyText } from "@capstan/kube";
import { waitingFor } from "../worker/workers.ts";
import type { Client } from "./client.ts";
import { delegatingClient } from "./delegating-client.ts";

/**
 * A client that reports each request as the reason why its reconcile waits, such as `patch Secret default/m1`.
 *
 * @param where - follows the name if the cluster is not the management cluster: ` in the workload cluster default/c1`.
 */
export function namedWaits(client: Client, where = ""): Client {
  const object = ({ kind }: { readonly kind: string }, key: ObjectKey) => `${kind} ${objectKeyText(key)}`;
  const named = <T>(what: () => string, wait: () => Promise<T>) => waitingFor(() => `${what()}${where}`, wait);
  return {
    ...delegatingClient(client),
    get: (kind, key, options) =>
      named(
        () => `get ${object(kind, key)}`,
        () => client.get(kind, key, options),
      ),
    list: (kind, options) =>
      named(
        () => `list ${kind.kind}`,
        () => client.list(kind, options),
      ),
    create: (kind, made, options) =>
      named(
        () => `create ${object(kind, made.metadata)}`,
        () => client.create(kind, made, options),
      ),
    replace: (kind, next, options) =>
      named(
        () => `update ${object(kind, next.metadata)}`,
        () => client.replace(kind, next, options),
      ),
    patch: (kind, key, patch, options) =>
      named(
        () => `patch ${object(kind, key)}`,
        () => client.patch(kind, key, patch, options),
      ),
    delete: (kind, key, options) =>
      named(
        () => `delete ${object(kind, key)}`,
        () => client.delete(kind, key, options),
      ),
    deleteCollection: (kind, options) =>
      named(
        () => `deletecollection ${kind.kind}`,
        () => client.deleteCollection(kind, options),
      ),
    request: (method, path, body, options) =>
      named(
        () => `${method} ${path.text}`,
        () => client.request(method, path, body, options),
      ),
  };
}
