import { optional, without, formatSeconds } from "@capstan/kube";
import type { InitConfiguration, BootstrapToken } from "../v1beta2/node-configuration.ts";
import type { InitConfigurationV1Beta1, BootstrapTokenV1Beta1 } from "../v1beta1/node-configuration.ts";
import { ifThere } from "./if-there.ts";
import { fromNodeRegistration, toAPIEndpoint, toNodeRegistration } from "./node-registration.ts";
import { toSeconds } from "./durations.ts";

/** Converts settings of `kubeadm init` to v1beta2, without the timeouts, which v1beta1 has elsewhere. */
export function toInitConfiguration(configuration: InitConfigurationV1Beta1): InitConfiguration {
  const { bootstrapTokens, nodeRegistration, localAPIEndpoint, ...same } = configuration;
  return {
    ...without(same, "apiVersion", "kind"),
    ...optional("bootstrapTokens", ifThere(bootstrapTokens, toBootstrapTokens)),
    ...optional("nodeRegistration", ifThere(nodeRegistration, toNodeRegistration)),
    ...optional("localAPIEndpoint", ifThere(localAPIEndpoint, toAPIEndpoint)),
  };
}

/** Converts settings of `kubeadm init` to v1beta1. */
export function fromInitConfiguration(configuration: InitConfiguration): InitConfigurationV1Beta1 {
  const { bootstrapTokens, nodeRegistration, ...same } = configuration;
  return {
    ...without(same, "timeouts"),
    ...optional("bootstrapTokens", ifThere(bootstrapTokens, fromBootstrapTokens)),
    ...optional("nodeRegistration", ifThere(nodeRegistration, fromNodeRegistration)),
  };
}

/** Converts bootstrap tokens to v1beta2, whose TTL is in seconds. */
function toBootstrapTokens(tokens: readonly BootstrapTokenV1Beta1[]): BootstrapToken[] {
  return tokens.map(({ ttl, ...same }) => ({ ...same, ...optional("ttlSeconds", ifThere(ttl, toSeconds)) }));
}

/** Converts bootstrap tokens to v1beta1, whose TTL is a string. */
function fromBootstrapTokens(tokens: readonly BootstrapToken[]): BootstrapTokenV1Beta1[] {
  return tokens.map(({ ttlSeconds, ...same }) => ({ ...same, ...optional("ttl", ifThere(ttlSeconds, formatSeconds)) }));
}
