import type { JoinConfiguration } from "../node-configuration.ts";
import type { JoinConfigurationV1Beta1 } from "../v1beta1/node-configuration.ts";
import { field, ifThere } from "./field.ts";
import { fromNodeRegistration, toAPIEndpoint, toNodeRegistration } from "./node-registration.ts";
import { without } from "./without.ts";

/** Settings of `kubeadm join` in v1beta2, without timeouts: that of the discovery moves there. */
export function toJoinConfiguration(configuration: JoinConfigurationV1Beta1): JoinConfiguration {
  const { nodeRegistration, discovery, controlPlane, ...same } = configuration;
  return {
    ...without(same, "apiVersion", "kind"),
    ...field("nodeRegistration", ifThere(nodeRegistration, toNodeRegistration)),
    ...field(
      "discovery",
      ifThere(discovery, (rest) => without(rest, "timeout")),
    ),
    ...field(
      "controlPlane",
      ifThere(controlPlane, ({ localAPIEndpoint }) =>
        field("localAPIEndpoint", ifThere(localAPIEndpoint, toAPIEndpoint)),
      ),
    ),
  };
}

/** The same in v1beta1. */
export function fromJoinConfiguration(configuration: JoinConfiguration): JoinConfigurationV1Beta1 {
  const { nodeRegistration, ...same } = configuration;
  return { ...without(same, "timeouts"), ...field("nodeRegistration", ifThere(nodeRegistration, fromNodeRegistration)) };
}
