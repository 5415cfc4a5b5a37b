import type { Client } from "./client.ts";
import type { ClientOptions } from "./client-options.ts";
import { createRestClient } from "./create-rest-client.ts";

/**
 * A client of the API server a kubeconfig points to. Nothing is sent before the first call.
 *
 * At a location, certificates, tokens, token files, exec plugins and `proxy-url` work as in kubectl; credentials that rotate are
 * read again. The text of a kubeconfig is data, wherever it comes from: what would run a program, read a file or leave the server
 * unverified is refused.
 *
 * @throws KubeconfigError - it cannot be read, or has no such context; not retried.
 * @throws KubeconfigRefusedError - the text has a field that `insecureKubeconfig` does not allow; not retried.
 *
 * @example
 * ```ts
 * import { ApiServer } from "@capstan/apiserver";
 * import { ConfigMap, createClient, isNotFound } from "@capstan/runtime";
 *
 * await using server = await ApiServer.start();
 * const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "hello/1.0.0" }); // {}: as kubectl finds it
 * const metadata = { namespace: "default", name: "settings" };
 * await client.create(ConfigMap, { apiVersion: "v1", kind: "ConfigMap", metadata, data: { size: "small" } });
 * console.log((await client.get(ConfigMap, metadata)).data); // { size: 'small' }
 * await client.get(ConfigMap, { ...metadata, name: "other" }).catch((error: unknown) => {
 *   if (!isNotFound(error)) throw error;
 * });
 * await client.close();
 * ```
 */
export function createClient(options: ClientOptions): Client {
  return createRestClient(options);
}
