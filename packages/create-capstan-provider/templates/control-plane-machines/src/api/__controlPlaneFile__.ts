import { defineControlPlane, Type } from "@capstan/provider";

/**
 * A control plane that consists of Machines. Template, List and CRDs follow from this definition, and the fields of the contract, such as
 * `spec.replicas`, `spec.version` and `spec.machineTemplate`, are added. After a change of a field of yours, the Machines are replaced.
 */
export const __ControlPlaneKind__ = defineControlPlane({
  kind: "__ControlPlaneKind__",
  group: "__group__",
  machines: true,
  permissions: [
    // The configs of the Machines, which this provider also defines.
    { apiGroups: ["__bootstrapGroup__"], resources: ["__configPlural__"], verbs: ["create", "patch"] },
  ],
  versions: {
    __apiVersion__: {
      contract: "v1beta2",
      spec: Type.Object({
        serverArguments: Type.Array(Type.String({ pattern: "^--[a-z]", maxLength: 1024 }), {
          default: [],
          maxItems: 64,
          description: "Further arguments of the program that runs the control plane, on every Machine.",
        }),
      }),
    },
  },
});
