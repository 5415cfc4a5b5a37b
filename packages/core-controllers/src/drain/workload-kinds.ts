import { type KubernetesObject, type ResourceKind } from "@capstan/contract";
import { defineKind } from "@capstan/runtime";

/** The fields of a Pod that draining reads. */
export interface Pod extends KubernetesObject {
  readonly spec?: {
    readonly nodeName?: string;
    readonly volumes?: readonly { readonly persistentVolumeClaim?: { readonly claimName: string } }[];
  };
  readonly status?: { readonly phase?: string };
}
export const Pod: ResourceKind<Pod> = defineKind({
  group: "",
  version: "v1",
  kind: "Pod",
  plural: "pods",
  namespaced: true,
});

export const DaemonSet: ResourceKind = defineKind({
  group: "apps",
  version: "v1",
  kind: "DaemonSet",
  plural: "daemonsets",
  namespaced: true,
});

/** The fields of a PersistentVolume that identify it in the Node status. */
export interface PersistentVolume extends KubernetesObject {
  readonly spec?: {
    readonly csi?: { readonly driver: string; readonly volumeHandle: string };
    readonly claimRef?: { readonly kind?: string; readonly namespace?: string | undefined; readonly name?: string };
  };
}
export const PersistentVolume: ResourceKind<PersistentVolume> = defineKind({
  group: "",
  version: "v1",
  kind: "PersistentVolume",
  plural: "persistentvolumes",
  namespaced: false,
});

export interface VolumeAttachment extends KubernetesObject {
  readonly spec?: { readonly nodeName?: string; readonly source?: { readonly persistentVolumeName?: string } };
  readonly status?: { readonly attached?: boolean };
}
export const VolumeAttachment: ResourceKind<VolumeAttachment> = defineKind({
  group: "storage.k8s.io",
  version: "v1",
  kind: "VolumeAttachment",
  plural: "volumeattachments",
  namespaced: false,
});
