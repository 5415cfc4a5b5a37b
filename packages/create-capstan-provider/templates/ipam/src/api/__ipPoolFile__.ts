import { defineIPPool, Type } from "@capstan/provider";

/** A pool of IP addresses for the claims of its namespace. List and CRD follow from this definition. */
export const __IPPoolKind__ = defineIPPool({
  kind: "__IPPoolKind__",
  group: "__group__",
  versions: {
    __apiVersion__: {
      spec: Type.Object({
        addresses: Type.Array(Type.String(), { minItems: 1, description: "Addresses that claims can get." }),
        prefix: Type.Integer({ minimum: 0, maximum: 128, description: "Prefix length of their network." }),
        gateway: Type.Optional(Type.String({ description: "Gateway of their network." })),
      }),
    },
  },
});
