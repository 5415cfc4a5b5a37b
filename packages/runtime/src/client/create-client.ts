import { systemClock } from "../clock/system-clock.ts";
import type { Client } from "./client.ts";
import type { ClientOptions } from "./client-options.ts";
import { ClusterAccess } from "./cluster-access.ts";
import type { KubeconfigChoice } from "./kubeconfig-choice.ts";
import { readKubeconfigAt } from "./kubeconfig.ts";
import { readKubeconfigText } from "./kubeconfig-text.ts";
import { HttpTransport } from "./http-transport.ts";
import { RestClient } from "./rest-client.ts";

/**
 * A client of the API server a kubeconfig points to. Nothing is sent before the first call.
 *
 * At a location, certificates, tokens, token files, exec plugins and `proxy-url` work as in kubectl; credentials that rotate are
 * read again. The text of a kubeconfig is data, wherever it comes from: what would run a program, read a file or leave the server
 * unverified is refused.
 *
 * @throws KubeconfigError - it cannot be read, or has no such context; not retried.
 * @throws KubeconfigRefusedError - the text has a field that `insecureKubeconfig` does not allow; not retried.
 */
export function createClient(options: ClientOptions): Client {
  return createRestClient(options);
}

/** {@link createClient}, for those who read lists page by page. */
export function createRestClient(options: ClientOptions): RestClient {
  const clock = options.clock ?? systemClock;
  const access = new ClusterAccess(choiceOf(options), clock);
  const transport = new HttpTransport(access, {
    clock,
    connections: options.connections ?? 32,
    requestTimeoutMs: options.requestTimeoutMs ?? 30_000,
    limits: options.limits,
  });
  return new RestClient(transport, access.server.href.replace(/\/$/, ""), options);
}

function choiceOf({ kubeconfig, insecureKubeconfig = {}, kubeconfigSource }: ClientOptions): KubeconfigChoice {
  if (typeof kubeconfig !== "string") return readKubeconfigAt(kubeconfig);
  return readKubeconfigText(kubeconfig, { allowed: insecureKubeconfig, source: kubeconfigSource });
}
