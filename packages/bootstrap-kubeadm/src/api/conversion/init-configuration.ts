import { optional, without } from "@capstan/kube";
import type { InitConfiguration } from "../v1beta2/node-configuration.ts";
import type { InitConfigurationV1Beta1 } from "../v1beta1/node-configuration.ts";
import { fromBootstrapTokens, toBootstrapTokens } from "./bootstrap-tokens.ts";
import { ifThere } from "./if-there.ts";
import { fromNodeRegistration, toAPIEndpoint, toNodeRegistration } from "./node-registration.ts";

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
