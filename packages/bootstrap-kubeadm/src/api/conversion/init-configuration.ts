import type { InitConfiguration } from "../node-configuration.ts";
import type { InitConfigurationV1Beta1 } from "../v1beta1/node-configuration.ts";
import { fromBootstrapTokens, toBootstrapTokens } from "./bootstrap-tokens.ts";
import { field, ifThere } from "./field.ts";
import { fromNodeRegistration, toAPIEndpoint, toNodeRegistration } from "./node-registration.ts";
import { without } from "./without.ts";

/** Settings of `kubeadm init` in v1beta2, without timeouts, which come from elsewhere. */
export function toInitConfiguration(configuration: InitConfigurationV1Beta1): InitConfiguration {
  const { bootstrapTokens, nodeRegistration, localAPIEndpoint, ...same } = configuration;
  return {
    ...without(same, "apiVersion", "kind"),
    ...field("bootstrapTokens", ifThere(bootstrapTokens, toBootstrapTokens)),
    ...field("nodeRegistration", ifThere(nodeRegistration, toNodeRegistration)),
    ...field("localAPIEndpoint", ifThere(localAPIEndpoint, toAPIEndpoint)),
  };
}

/** The same in v1beta1. */
export function fromInitConfiguration(configuration: InitConfiguration): InitConfigurationV1Beta1 {
  const { bootstrapTokens, nodeRegistration, ...same } = configuration;
  return {
    ...without(same, "timeouts"),
    ...field("bootstrapTokens", ifThere(bootstrapTokens, fromBootstrapTokens)),
    ...field("nodeRegistration", ifThere(nodeRegistration, fromNodeRegistration)),
  };
}
