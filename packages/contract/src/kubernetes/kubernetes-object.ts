export { type ObjectKey } from "@capstan/kube";
import { type ObjectMeta } from "./object-meta.ts";

/** The fields of every object in the Kubernetes API. */
export interface KubernetesObject {
  /** Group and version: `cluster.x-k8s.io/v1beta2`. */
  apiVersion: string;
  /** The kind: `Machine`. */
  kind: string;
  /** Name, labels, owners and other metadata. */
  metadata: ObjectMeta;
}
