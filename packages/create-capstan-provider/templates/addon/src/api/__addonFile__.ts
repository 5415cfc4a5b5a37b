import { defineAddon, Type } from "@capstan/provider";

/** Installed in the workload clusters that `spec.clusterSelector` selects. List and CRD follow from this definition. */
export const __AddonKind__ = defineAddon({
  kind: "__AddonKind__",
  group: "__group__",
  versions: {
    __apiVersion__: {
      spec: Type.Object({
        greeting: Type.String({ minLength: 1, description: "The text in each cluster." }),
      }),
    },
  },
});
