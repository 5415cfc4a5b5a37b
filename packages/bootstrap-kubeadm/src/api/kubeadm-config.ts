import { type ObjectOf, type TemplateOf, defineBootstrapConfig } from "@capstan/provider";
import { kubeadmConfigAdmission } from "./admission/admission.ts";
import { fromStorage, toStorage } from "./conversion/kubeadm-config-spec.ts";
import { statusFromStorage, statusToStorage } from "./conversion/kubeadm-config-status.ts";
import { KubeadmConfigSpec } from "./v1beta2/kubeadm-config-spec.ts";
import { KubeadmConfigStatus } from "./v1beta2/kubeadm-config-status.ts";
import { KubeadmConfigSpecV1Beta1 } from "./v1beta1/kubeadm-config-spec.ts";
import { KubeadmConfigStatusV1Beta1 } from "./v1beta1/kubeadm-config-status.ts";

/**
 * KubeadmConfig and KubeadmConfigTemplate of `bootstrap.cluster.x-k8s.io`: the settings from which the bootstrap data of a machine is
 * generated. They are stored as v1beta2, in contract v1beta2; v1beta1 is converted.
 */
export const KubeadmConfig = defineBootstrapConfig({
  kind: "KubeadmConfig",
  storage: "v1beta2",
  versions: {
    v1beta1: { contract: "v1beta1", spec: KubeadmConfigSpecV1Beta1, status: KubeadmConfigStatusV1Beta1 },
    v1beta2: { contract: "v1beta2", spec: KubeadmConfigSpec, status: KubeadmConfigStatus },
  },
  conversionData: "whole",
  admission: kubeadmConfigAdmission,
  conversions: {
    v1beta1: {
      spec: { toStorage, fromStorage },
      status: { toStorage: statusToStorage, fromStorage: statusFromStorage },
    },
  },
  machinePools: true,
  permissions: [
    // The lock under which a single machine initializes the control plane.
    { apiGroups: [""], resources: ["configmaps"], verbs: ["get", "create", "delete"] },
    // The control plane's version, for files that are templates.
    { apiGroups: ["controlplane.cluster.x-k8s.io"], resources: ["kubeadmcontrolplanes"], verbs: ["get"] },
  ],
});
/** A KubeadmConfig in its storage version. */
export type KubeadmConfig = ObjectOf<typeof KubeadmConfig>;
/** A template of KubeadmConfigs. */
export type KubeadmConfigTemplate = TemplateOf<typeof KubeadmConfig>;
