import { defineControlPlane, Type } from "@capstan/provider";

/** A Kubernetes control plane that a cloud runs as a service: without replicas or Machines. */
export const ManagedControlPlane = defineControlPlane({
  kind: "ManagedControlPlane",
  versions: {
    v1alpha1: {
      contract: "v1beta2",
      spec: Type.Object({
        url: Type.String({ pattern: "^https?://", description: "URL of the service's API." }),
      }),
    },
  },
});
