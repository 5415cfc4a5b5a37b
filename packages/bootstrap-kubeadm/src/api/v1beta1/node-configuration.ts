import { without } from "@capstan/kube";
import { Type } from "typebox";
import { Discovery } from "../v1beta2/discovery.ts";
import { int32 } from "../v1beta2/limits.ts";
import {
  APIEndpoint,
  BootstrapToken,
  InitConfiguration,
  JoinConfiguration,
  NodeRegistration,
} from "../v1beta2/node-configuration.ts";
import { argsByName } from "./component-settings.ts";
import { durationText } from "./duration-text.ts";
import { typeMetaProperties } from "./type-meta.ts";
import { withoutLowerBounds } from "./without-lower-bounds.ts";

export const NodeRegistrationV1Beta1 = Type.Object(
  {
    ...withoutLowerBounds(NodeRegistration).properties,
    kubeletExtraArgs: Type.Optional(argsByName("Flags to pass to the kubelet.")),
  },
  { description: "How the machine registers itself as a Node." },
);
export type NodeRegistrationV1Beta1 = Type.Static<typeof NodeRegistrationV1Beta1>;

export const APIEndpointV1Beta1 = Type.Object(
  { ...APIEndpoint.properties, bindPort: Type.Optional(int32("Port of the API server. 0 is unset.")) },
  { description: "The API server instance of this machine." },
);
export type APIEndpointV1Beta1 = Type.Static<typeof APIEndpointV1Beta1>;

const tokenProperties = without(withoutLowerBounds(BootstrapToken).properties, "ttlSeconds");

export const BootstrapTokenV1Beta1 = Type.Object({
  ...tokenProperties,
  token: Type.String({
    pattern: "^[a-z0-9]{6}\\.[a-z0-9]{16}$",
    description: "A token that kubeadm init creates in the new cluster.",
  }),
  ttl: Type.Optional(durationText("Time to live of the token. Defaults to 24 hours.")),
});
export type BootstrapTokenV1Beta1 = Type.Static<typeof BootstrapTokenV1Beta1>;

const initProperties = without(withoutLowerBounds(InitConfiguration).properties, "timeouts");

/** Settings of `kubeadm init` for this machine. */
export const InitConfigurationV1Beta1 = Type.Object(
  {
    ...typeMetaProperties,
    ...initProperties,
    bootstrapTokens: Type.Optional(
      Type.Array(BootstrapTokenV1Beta1, { maxItems: 100, description: "Bootstrap tokens that kubeadm init creates." }),
    ),
    nodeRegistration: Type.Optional(NodeRegistrationV1Beta1),
    localAPIEndpoint: Type.Optional(APIEndpointV1Beta1),
  },
  { description: "kubeadm settings of the machine that initializes the control plane." },
);
export type InitConfigurationV1Beta1 = Type.Static<typeof InitConfigurationV1Beta1>;

const DiscoveryV1Beta1 = Type.Object(
  {
    ...withoutLowerBounds(Discovery).properties,
    timeout: Type.Optional(durationText("How long kubeadm waits for the TLS bootstrap of the kubelet.")),
  },
  { description: "How the machine finds and trusts the cluster. Defaults to a bootstrap token generated for the machine." },
);
type DiscoveryV1Beta1 = Type.Static<typeof DiscoveryV1Beta1>;

const joinProperties = without(withoutLowerBounds(JoinConfiguration).properties, "timeouts");

/** Settings of `kubeadm join` for this machine. */
export const JoinConfigurationV1Beta1 = Type.Object(
  {
    ...typeMetaProperties,
    ...joinProperties,
    nodeRegistration: Type.Optional(NodeRegistrationV1Beta1),
    discovery: Type.Optional(DiscoveryV1Beta1),
    controlPlane: Type.Optional(
      Type.Object(
        { localAPIEndpoint: Type.Optional(APIEndpointV1Beta1) },
        { description: "The control-plane instance to deploy. Only for Machines of the control plane." },
      ),
    ),
  },
  { description: "kubeadm settings of a machine that joins the cluster." },
);
export type JoinConfigurationV1Beta1 = Type.Static<typeof JoinConfigurationV1Beta1>;
