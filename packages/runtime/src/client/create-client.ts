import { systemClock } from "../clock/system-clock.ts";
import type { Client } from "./client.ts";
import type { ClientOptions } from "./client-options.ts";
import { ClusterAccess } from "./cluster-access.ts";
import { HttpTransport } from "./http-transport.ts";
import { RestClient } from "./rest-client.ts";

/**
 * A client of the API server a kubeconfig points to. Nothing is sent before the first call. Certificates, tokens,
 * token files, exec plugins and `proxy-url` work as in kubectl; credentials that rotate are read again.
 *
 * @throws KubeconfigError - it cannot be read, or has no such context; not retried.
 */
export function createClient(options: ClientOptions): Client {
  const clock = options.clock ?? systemClock;
  const access = new ClusterAccess(options.kubeconfig, clock);
  const transport = new HttpTransport(access, {
    clock,
    connections: options.connections ?? 32,
    requestTimeoutMs: options.requestTimeoutMs ?? 30_000,
  });
  return new RestClient(transport, access.server.href.replace(/\/$/, ""), options);
}
