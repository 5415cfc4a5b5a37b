import { defineBootstrapConfig, Type } from "@capstan/provider";

/** How a machine becomes a Node. Template, List and CRDs follow from this definition; the SDK adds the contract's own fields. */
export const __ConfigKind__ = defineBootstrapConfig({
  kind: "__ConfigKind__",
  group: "__group__",
  versions: {
    __apiVersion__: {
      contract: "v1beta2",
      spec: Type.Object({
        commands: Type.Array(Type.String({ minLength: 1, maxLength: 1024 }), {
          default: [],
          maxItems: 100,
          description: "Commands that the machine runs when it boots, in this order.",
        }),
      }),
    },
  },
});
