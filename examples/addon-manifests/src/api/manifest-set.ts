import { defineAddon, Type } from "@capstan/provider";

const resource = Type.Object({
  kind: Type.Union([Type.Literal("ConfigMap"), Type.Literal("Secret")], { description: "Kind of the object." }),
  name: Type.String({ minLength: 1, description: "Name of the object." }),
});

const spec = Type.Object({
  resources: Type.Array(resource, {
    minItems: 1,
    description: "Objects of the namespace whose values are manifests, YAML or JSON.",
  }),
  strategy: Type.Union([Type.Literal("ApplyOnce"), Type.Literal("Reconcile")], {
    default: "ApplyOnce",
    description: "ApplyOnce applies the manifests once to each cluster; Reconcile again when they change, and regularly.",
  }),
  prune: Type.Boolean({
    default: false,
    description: "Whether objects are deleted from a cluster when it or they are no longer selected, and with the set.",
  }),
});

const readConfigMaps = { apiGroups: [""], resources: ["configmaps"], verbs: ["get", "list", "watch"] };

/** Manifests for the workload clusters of selected Clusters. */
export const ManifestSet = defineAddon({
  kind: "ManifestSet",
  permissions: [readConfigMaps],
  columns: [{ name: "Strategy", path: "spec.strategy" }],
  versions: { v1alpha1: { spec } },
});
