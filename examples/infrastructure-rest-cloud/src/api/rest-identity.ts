import { defineIdentity, Type } from "@capstan/provider";

/** An account of the cloud, which namespaces may use without reading its token. */
export const RestIdentity = defineIdentity({
  kind: "RestIdentity",
  columns: [{ name: "URL", path: "spec.url" }],
  // The Secret's owner releases it with this label; the operator's --secret-namespaces releases a whole namespace.
  secretsFrom: { labels: { "rest-cloud.example.com/shared": "true" } },
  versions: {
    v1beta1: {
      spec: Type.Object({ url: Type.String({ pattern: "^https?://", description: "URL of the cloud's API." }) }),
    },
  },
});
