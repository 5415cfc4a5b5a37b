import { defineBootstrapConfig, Type } from "@capstan/provider";

/** How a machine starts `light`: as a server of the control plane, or, by default, as a worker. */
export const LightConfig = defineBootstrapConfig({
  kind: "LightConfig",
  versions: {
    v1alpha1: {
      contract: "v1beta2",
      spec: Type.Object({
        role: Type.Enum(["FirstServer", "Server", "Agent"], {
          default: "Agent",
          description: "Whether the machine begins a cluster, joins as a server, or joins as a worker.",
        }),
        arguments: Type.Optional(
          Type.Array(Type.String({ pattern: "^--[a-z]" }), { maxItems: 64, description: "Arguments of the program." }),
        ),
      }),
    },
  },
});
