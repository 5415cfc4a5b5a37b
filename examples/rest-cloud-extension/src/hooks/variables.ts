import { Type } from "@capstan/provider";
import { defineVariables } from "@capstan/runtime-extension";

/** The variables of ClusterClasses that use the patches. */
export const variables = defineVariables({
  restServerType: {
    schema: Type.Union([Type.Literal("small"), Type.Literal("large")], {
      description: "Type of the servers; a MachineDeployment may override it.",
    }),
    default: "small",
  },
  restDiskGiB: {
    schema: Type.Integer({ minimum: 10, description: "Size of the disks. Defaults to that of the type." }),
  },
  restRequestsPerSecond: {
    schema: Type.Integer({ minimum: 1, description: "Maximum rate of requests to the cloud." }),
    default: 10,
  },
});
