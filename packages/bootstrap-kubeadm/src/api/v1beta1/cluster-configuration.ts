import { Type } from "typebox";
import { APIServer, ClusterConfiguration, ExternalEtcd, LocalEtcd } from "../v1beta2/cluster-configuration.ts";
import { text } from "../v1beta2/limits.ts";
import { argsByName, componentPropertiesV1Beta1, ControlPlaneComponentV1Beta1 } from "./component-settings.ts";
import { durationText } from "./duration-text.ts";
import { typeMetaProperties } from "./type-meta.ts";
import { withoutLowerBounds } from "./without-lower-bounds.ts";

const APIServerV1Beta1 = Type.Object(
  {
    ...componentPropertiesV1Beta1,
    certSANs: withoutLowerBounds(APIServer.properties.certSANs),
    timeoutForControlPlane: Type.Optional(durationText("How long kubeadm waits for the API server.")),
  },
  { description: "Settings of the API server." },
);
type APIServerV1Beta1 = Type.Static<typeof APIServerV1Beta1>;

const LocalEtcdV1Beta1 = Type.Object(
  {
    ...withoutLowerBounds(LocalEtcd).properties,
    extraArgs: Type.Optional(argsByName("Flags to pass to etcd.")),
  },
  { description: "etcd as kubeadm runs it on the control-plane machines." },
);
type LocalEtcdV1Beta1 = Type.Static<typeof LocalEtcdV1Beta1>;

/** Fields that v1beta2 no longer has, because the Cluster and the Machine have the same fields. */
const takenFromElsewhere = {
  clusterName: Type.Optional(text(63, "Ignored; the Cluster's name is used.")),
  kubernetesVersion: Type.Optional(text(256, "Ignored; the Machine's version is used.")),
  networking: Type.Optional(
    Type.Object(
      {
        serviceSubnet: Type.Optional(text(1024, "Not read.")),
        podSubnet: Type.Optional(text(1024, "Not read.")),
        dnsDomain: Type.Optional(text(253, "Not read.")),
      },
      { description: "Ignored; the Cluster's network is used." },
    ),
  ),
};

/** Cluster-wide settings of `kubeadm init`. */
export const ClusterConfigurationV1Beta1 = Type.Object(
  {
    ...typeMetaProperties,
    ...takenFromElsewhere,
    ...withoutLowerBounds(ClusterConfiguration).properties,
    etcd: Type.Optional(
      Type.Object(
        { local: Type.Optional(LocalEtcdV1Beta1), external: Type.Optional(withoutLowerBounds(ExternalEtcd)) },
        { description: "etcd run by kubeadm (local, the default) or an external one." },
      ),
    ),
    apiServer: Type.Optional(APIServerV1Beta1),
    controllerManager: Type.Optional(ControlPlaneComponentV1Beta1),
    scheduler: Type.Optional(ControlPlaneComponentV1Beta1),
  },
  { description: "Cluster-wide kubeadm settings; required for kubeadm init, together with initConfiguration." },
);
export type ClusterConfigurationV1Beta1 = Type.Static<typeof ClusterConfigurationV1Beta1>;
