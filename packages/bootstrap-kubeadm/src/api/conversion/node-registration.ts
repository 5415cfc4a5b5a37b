import { optional } from "@capstan/kube";
import type { APIEndpoint, NodeRegistration } from "../v1beta2/node-configuration.ts";
import type { APIEndpointV1Beta1, NodeRegistrationV1Beta1 } from "../v1beta1/node-configuration.ts";
import { toArgList, toArgsByName } from "./args.ts";
import { ifThere } from "./if-there.ts";

/** Converts a node registration to v1beta2. Unset taints still differ from an empty list. */
export function toNodeRegistration({ kubeletExtraArgs, ...same }: NodeRegistrationV1Beta1): NodeRegistration {
  return { ...same, ...optional("kubeletExtraArgs", ifThere(kubeletExtraArgs, toArgList)) };
}

/** Converts a node registration to v1beta1. */
export function fromNodeRegistration({ kubeletExtraArgs, ...same }: NodeRegistration): NodeRegistrationV1Beta1 {
  return { ...same, ...optional("kubeletExtraArgs", ifThere(kubeletExtraArgs, toArgsByName)) };
}

/** Converts an API server endpoint to v1beta2, where port 0 becomes unset. The conversion to v1beta1 changes nothing. */
export function toAPIEndpoint({ bindPort, ...same }: APIEndpointV1Beta1): APIEndpoint {
  return { ...same, ...optional("bindPort", bindPort !== undefined && bindPort > 0 ? bindPort : undefined) };
}
