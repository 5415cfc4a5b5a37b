import { type Schema } from "../../schema/schema.ts";
import { type Resource } from "../resource.ts";
import { anything, defineBuiltIn } from "./define.ts";

const list: Schema = { type: "array", items: anything };

/**
 * How many Pods may be evicted at a time. Nothing here counts them: `status` is written by the test or program that acts as the
 * controller.
 */
export const podDisruptionBudgets = stored("policy", "PodDisruptionBudget", "poddisruptionbudgets", {
  shortNames: ["pdb"],
  status: true,
});

/**
 * Kinds that are stored, watched and patched, and that nothing here acts on: what is below their metadata is stored as it is sent.
 * They are what tools that set up a cluster write.
 */
export const minimalKinds: readonly Resource[] = [
  stored("apps", "DaemonSet", "daemonsets", { shortNames: ["ds"], status: true }),
  stored("apps", "Deployment", "deployments", { shortNames: ["deploy"], status: true }),
  stored("apps", "ReplicaSet", "replicasets", { shortNames: ["rs"], status: true }),
  stored("", "Service", "services", { shortNames: ["svc"], status: true }),
  podDisruptionBudgets,
  // Read to find out what is attached to a Node.
  defineBuiltIn({
    kind: "PersistentVolume",
    plural: "persistentvolumes",
    shortNames: ["pv"],
    namespaced: false,
    properties: { spec: anything, status: anything },
    status: true,
  }),
  // The Go core manager lists them before it removes a Machine that has a Node.
  defineBuiltIn({
    group: "storage.k8s.io",
    kind: "VolumeAttachment",
    plural: "volumeattachments",
    namespaced: false,
    properties: { spec: anything, status: anything },
    status: true,
  }),
  access("ClusterRole", "clusterroles", false, { aggregationRule: anything, rules: list }),
  access("ClusterRoleBinding", "clusterrolebindings", false, { roleRef: anything, subjects: list }),
  access("Role", "roles", true, { rules: list }),
  access("RoleBinding", "rolebindings", true, { roleRef: anything, subjects: list }),
];

function stored(
  group: string,
  kind: string,
  plural: string,
  options: { readonly shortNames: readonly string[]; readonly status: boolean },
): Resource {
  const properties = { spec: anything, status: anything };
  const tracksGeneration = group !== "";
  return defineBuiltIn({ group, kind, plural, namespaced: true, properties, tracksGeneration, ...options });
}

function access(kind: string, plural: string, namespaced: boolean, properties: Record<string, Schema>): Resource {
  return defineBuiltIn({
    group: "rbac.authorization.k8s.io",
    kind,
    plural,
    namespaced,
    properties,
    nameRule: "path-segment",
  });
}
