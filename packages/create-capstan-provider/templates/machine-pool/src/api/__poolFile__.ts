import { defineInfraMachinePool, Type } from "@capstan/provider";
import { ServerSize } from "./server-size.ts";

/** As many identical servers as a MachinePool requests. Template, List and CRDs follow from this definition. */
export const __PoolKind__ = defineInfraMachinePool({
  kind: "__PoolKind__",
  group: "__group__",
  versions: {
    __apiVersion__: {
      contract: "v1beta2",
      spec: Type.Object({ size: ServerSize }),
    },
  },
});
