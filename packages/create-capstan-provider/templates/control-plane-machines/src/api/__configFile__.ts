import { defineBootstrapConfig, Type } from "@capstan/provider";

/** How a machine becomes part of the cluster. */
export const __ConfigKind__ = defineBootstrapConfig({
  kind: "__ConfigKind__",
  group: "__bootstrapGroup__",
  versions: {
    __apiVersion__: {
      contract: "v1beta2",
      spec: Type.Object({
        role: Type.Union([Type.Literal("FirstServer"), Type.Literal("Server"), Type.Literal("Agent")], {
          default: "Agent",
          description: "Whether the machine begins the control plane, joins it, or is a worker.",
        }),
        arguments: Type.Array(Type.String({ pattern: "^--[a-z]", maxLength: 1024 }), {
          default: [],
          maxItems: 64,
          description: "Further arguments of the program.",
        }),
      }),
    },
  },
});
