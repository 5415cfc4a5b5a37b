import { systemClock } from "../clock/system-clock.ts";
import type { ClientOptions } from "./client-options.ts";
import { ClusterAccess } from "./cluster-access.ts";
import type { KubeconfigChoice } from "./kubeconfig-choice.ts";
import { readKubeconfigAt } from "./kubeconfig.ts";
import { readKubeconfigText } from "./kubeconfig-text.ts";
import { HttpTransport } from "./http-transport.ts";
import { RequestRate } from "./request-rate.ts";
import { RestClient } from "./rest-client.ts";

/** Like `createClient`, for callers that read lists page by page. */
export function createRestClient(options: ClientOptions): RestClient {
  const clock = options.clock ?? systemClock;
  const access = new ClusterAccess(choiceOf(options), clock);
  const transport = new HttpTransport(access, {
    clock,
    maxRequestsInFlight: options.maxRequestsInFlight ?? 32,
    requestTimeoutMs: options.requestTimeoutMs ?? 20_000,
    limits: options.limits,
    rate: options.rate === undefined ? undefined : new RequestRate(clock, options.rate),
  });
  return new RestClient(transport, access.server.href.replace(/\/$/, ""), options);
}

function choiceOf({ kubeconfig, insecureKubeconfig = {}, kubeconfigSource }: ClientOptions): KubeconfigChoice {
  if (typeof kubeconfig !== "string") return readKubeconfigAt(kubeconfig);
  return readKubeconfigText(kubeconfig, { allowed: insecureKubeconfig, source: kubeconfigSource });
}
