import { formatSeconds } from "@capstan/kube";
import { type BootstrapToken, type InitConfiguration } from "../../api/v1beta2/node-configuration.ts";
import { goTime } from "../../go-text/go-time.ts";
import { type KubeadmApiVersion } from "./kubernetes-version.ts";
import { renderNodeRegistration, renderTimeouts } from "./node-registration.ts";

/** Renders kubeadm's InitConfiguration of the machine that initializes the control plane. */
export function renderInitConfiguration(init: InitConfiguration | undefined, api: KubeadmApiVersion): object {
  return {
    apiVersion: `kubeadm.k8s.io/${api}`,
    kind: "InitConfiguration",
    bootstrapTokens: init?.bootstrapTokens?.map(renderToken),
    nodeRegistration: renderNodeRegistration(init?.nodeRegistration, api),
    localAPIEndpoint: { ...init?.localAPIEndpoint },
    skipPhases: init?.skipPhases,
    patches: init?.patches,
    timeouts: renderTimeouts(init?.timeouts, api),
  };
}

function renderToken({ ttlSeconds, expires, ...token }: BootstrapToken): object {
  return {
    ...token,
    ttl: ttlSeconds === undefined ? undefined : formatSeconds(ttlSeconds),
    expires: expires === undefined ? undefined : goTime(expires),
  };
}
