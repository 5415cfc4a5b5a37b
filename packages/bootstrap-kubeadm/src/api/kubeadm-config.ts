import { type ObjectOf, type TemplateOf, defineBootstrapConfig } from "@capstan/provider";
import { KubeadmConfigSpec } from "./kubeadm-config-spec.ts";
import { KubeadmConfigStatus } from "./kubeadm-config-status.ts";

/**
 * KubeadmConfig and KubeadmConfigTemplate of `bootstrap.cluster.x-k8s.io/v1beta2`, in contract v1beta2: what the
 * bootstrap data of one machine is made from.
 */
export const KubeadmConfig = defineBootstrapConfig({
  kind: "KubeadmConfig",
  versions: { v1beta2: { contract: "v1beta2", spec: KubeadmConfigSpec, status: KubeadmConfigStatus } },
  permissions: [
    // The lock that lets one machine initialise the control plane.
    { apiGroups: [""], resources: ["configmaps"], verbs: ["get", "create", "delete"] },
    // Its version, for files that are templates.
    { apiGroups: ["controlplane.cluster.x-k8s.io"], resources: ["kubeadmcontrolplanes"], verbs: ["get"] },
  ],
});
export type KubeadmConfig = ObjectOf<typeof KubeadmConfig>;
export type KubeadmConfigTemplate = TemplateOf<typeof KubeadmConfig>;
