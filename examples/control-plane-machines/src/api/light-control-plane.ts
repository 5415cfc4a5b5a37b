import { defineControlPlane, Type } from "@capstan/provider";

/** A control plane of Machines that run `light`, a Kubernetes distribution in one program, as k3s is. */
export const LightControlPlane = defineControlPlane({
  kind: "LightControlPlane",
  machines: true,
  // The configs of the Machines are of the bootstrap provider of this example.
  permissions: [{ apiGroups: ["bootstrap.cluster.x-k8s.io"], resources: ["lightconfigs"], verbs: ["create", "patch"] }],
  versions: {
    v1alpha1: {
      contract: "v1beta2",
      spec: Type.Object({
        serverArguments: Type.Optional(
          Type.Array(Type.String({ pattern: "^--[a-z]" }), {
            maxItems: 64,
            description: "Further arguments of the program on all Machines. After a change, the Machines are replaced.",
          }),
        ),
      }),
    },
  },
});
