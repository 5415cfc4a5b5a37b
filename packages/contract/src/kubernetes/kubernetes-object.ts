export { type ObjectKey } from "@capstan/kube";
import { type ObjectMeta } from "./object-meta.ts";

/** What every object of the Kubernetes API has. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
}
