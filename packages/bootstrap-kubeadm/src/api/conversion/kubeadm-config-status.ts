import { optional } from "@capstan/kube";
import type { Type } from "typebox";
import type { KubeadmConfigStatus } from "../v1beta2/kubeadm-config-status.ts";
import type { KubeadmConfigStatusV1Beta1 } from "../v1beta1/kubeadm-config-status.ts";

type Status = Type.Static<typeof KubeadmConfigStatus>;

/** Converts the status without the contract's fields to v1beta2, which counts generations from 1. */
export function statusToStorage({ observedGeneration = 0 }: KubeadmConfigStatusV1Beta1): Status {
  return optional("observedGeneration", observedGeneration > 0 ? observedGeneration : undefined);
}

/** Converts the status without the contract's fields to v1beta1, for `deprecated`. */
export function statusFromStorage({ observedGeneration }: Status): KubeadmConfigStatusV1Beta1 {
  return optional("observedGeneration", observedGeneration);
}
