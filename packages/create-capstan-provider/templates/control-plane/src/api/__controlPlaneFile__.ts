import { defineControlPlane, Type } from "@capstan/provider";

/** A control plane that a cloud runs as a service. Template, List and CRDs follow from this definition, and `spec.version` is added. */
export const __ControlPlaneKind__ = defineControlPlane({
  kind: "__ControlPlaneKind__",
  group: "__group__",
  versions: {
    __apiVersion__: {
      contract: "v1beta2",
      spec: Type.Object({
        region: Type.String({ default: "default", minLength: 1, maxLength: 63, description: "Region of the control plane." }),
      }),
    },
  },
});
