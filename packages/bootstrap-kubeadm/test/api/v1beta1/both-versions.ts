import { defineBootstrapConfig } from "@capstan/provider";
import { fromStorage, toStorage } from "../../../src/api/conversion/kubeadm-config-spec.ts";
import { statusFromStorage, statusToStorage } from "../../../src/api/conversion/kubeadm-config-status.ts";
import { KubeadmConfigSpec } from "../../../src/api/kubeadm-config-spec.ts";
import { KubeadmConfigStatus } from "../../../src/api/kubeadm-config-status.ts";
import { KubeadmConfigSpecV1Beta1 } from "../../../src/api/v1beta1/kubeadm-config-spec.ts";
import { KubeadmConfigStatusV1Beta1 } from "../../../src/api/v1beta1/kubeadm-config-status.ts";

/** KubeadmConfig in both versions, converted. */
export const BothVersions = defineBootstrapConfig({
  kind: "KubeadmConfig",
  storage: "v1beta2",
  versions: {
    v1beta1: { contract: "v1beta1", spec: KubeadmConfigSpecV1Beta1, status: KubeadmConfigStatusV1Beta1 },
    v1beta2: { contract: "v1beta2", spec: KubeadmConfigSpec, status: KubeadmConfigStatus },
  },
  conversions: {
    v1beta1: {
      spec: { toStorage, fromStorage },
      status: { toStorage: statusToStorage, fromStorage: statusFromStorage },
    },
  },
});
