import { type ObjectMeta } from "./object-meta.ts";

/** What every object of the Kubernetes API has. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
}

/** Name of an object within its kind; `namespace` is absent for cluster-scoped kinds. */
export interface ObjectKey {
  name: string;
  namespace?: string;
}
