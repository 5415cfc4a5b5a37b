import { optional, without } from "@capstan/kube";
import type { JoinConfiguration } from "../v1beta2/node-configuration.ts";
import type { JoinConfigurationV1Beta1 } from "../v1beta1/node-configuration.ts";
import { ifThere } from "./if-there.ts";
import { fromNodeRegistration, toAPIEndpoint, toNodeRegistration } from "./node-registration.ts";

/** Converts settings of `kubeadm join` to v1beta2, without timeouts: the discovery timeout moves to the others. */
export function toJoinConfiguration(configuration: JoinConfigurationV1Beta1): JoinConfiguration {
  const { nodeRegistration, discovery, controlPlane, ...same } = configuration;
  return {
    ...without(same, "apiVersion", "kind"),
    ...optional("nodeRegistration", ifThere(nodeRegistration, toNodeRegistration)),
    ...optional(
      "discovery",
      ifThere(discovery, (rest) => without(rest, "timeout")),
    ),
    ...optional(
      "controlPlane",
      ifThere(controlPlane, ({ localAPIEndpoint }) =>
        optional("localAPIEndpoint", ifThere(localAPIEndpoint, toAPIEndpoint)),
      ),
    ),
  };
}

/** Converts settings of `kubeadm join` to v1beta1. */
export function fromJoinConfiguration(configuration: JoinConfiguration): JoinConfigurationV1Beta1 {
  const { nodeRegistration, ...same } = configuration;
  return { ...without(same, "timeouts"), ...optional("nodeRegistration", ifThere(nodeRegistration, fromNodeRegistration)) };
}
