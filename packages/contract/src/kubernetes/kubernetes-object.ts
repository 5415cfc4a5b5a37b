export { type ObjectKey } from "@capstan/kube";
import { type ObjectMeta } from "./object-meta.ts";

/** What every object of the Kubernetes API has. */
export interface KubernetesObject {
  /** Group and version: `cluster.x-k8s.io/v1beta2`. */
  apiVersion: string;
  /** The kind: `Machine`. */
  kind: string;
  /** Name, labels, owners and what else every object has. */
  metadata: ObjectMeta;
}
