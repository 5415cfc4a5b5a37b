import type { Client } from "./client.ts";
import type { ClientOptions } from "./client-options.ts";
import { createRestClient } from "./create-rest-client.ts";

/**
 * Creates a client of the API server that a kubeconfig names. Sends nothing before the first call.
 *
 * For a location, certificates, tokens, token files, exec plugins and `proxy-url` work as in kubectl, and rotated credentials are read
 * again. A kubeconfig passed as a string is data: fields that would run a program, read a file or disable verification are refused.
 *
 * @throws KubeconfigError - it cannot be read, or does not have the context; not retried.
 * @throws KubeconfigRefusedError - the string has a field that `insecureKubeconfig` does not allow; not retried.
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
