import { Type } from "typebox";
import { text } from "../v1beta2/limits.ts";
import { KubeadmConfigSpec } from "../v1beta2/kubeadm-config-spec.ts";
import { ClusterConfigurationV1Beta1 } from "./cluster-configuration.ts";
import { DiskSetupV1Beta1 } from "./disk-setup.ts";
import { InitConfigurationV1Beta1, JoinConfigurationV1Beta1 } from "./node-configuration.ts";
import { withoutLowerBounds } from "./without-lower-bounds.ts";

/**
 * The spec of a KubeadmConfig: the upstream v1beta1 API, field by field. Fields marked "Not read" have never been read: upstream's provider
 * fills them in from the Cluster and the Machine, and so does this provider.
 */
export const KubeadmConfigSpecV1Beta1 = Type.Object(
  {
    ...withoutLowerBounds(KubeadmConfigSpec).properties,
    clusterConfiguration: Type.Optional(ClusterConfigurationV1Beta1),
    initConfiguration: Type.Optional(InitConfigurationV1Beta1),
    joinConfiguration: Type.Optional(JoinConfigurationV1Beta1),
    diskSetup: Type.Optional(DiskSetupV1Beta1),
    mounts: Type.Optional(
      Type.Array(Type.Array(text(512, "A field of the mount, as in fstab.")), {
        maxItems: 100,
        description: "Mount points to set up.",
      }),
    ),
    useExperimentalRetryJoin: Type.Optional(Type.Boolean({ description: "Ignored, because kubeadm retries." })),
  },
  { default: undefined },
);
export type KubeadmConfigSpecV1Beta1 = Type.Static<typeof KubeadmConfigSpecV1Beta1>;
