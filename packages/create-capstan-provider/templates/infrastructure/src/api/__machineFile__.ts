import { defineInfraMachine, Type } from "@capstan/provider";
import { ServerSize } from "./server-size.ts";

/** A server in the cloud. Template, List and CRDs follow from this definition; the SDK adds the contract's own fields. */
export const __MachineKind__ = defineInfraMachine({
  kind: "__MachineKind__",
  group: "__group__",
  versions: {
    __apiVersion__: {
      contract: "v1beta2",
      spec: Type.Object({ size: ServerSize }),
    },
  },
});
