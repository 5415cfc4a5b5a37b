import { defineRuntimeExtension, patchTemplates } from "@capstan/runtime-extension";
import { beforeClusterDelete } from "./hooks/before-cluster-delete.ts";
import { canUpdateMachine, canUpdateMachineSet, updateMachine } from "./hooks/resize-in-place.ts";
import { patches } from "./hooks/patches.ts";
import { validateTopology } from "./hooks/validate-topology.ts";
import { variables } from "./hooks/variables.ts";

/** Everything that the REST cloud adds to Clusters with a topology. */
export const restCloudExtension = defineRuntimeExtension({
  name: "rest-cloud",
  hooks: {
    DiscoverVariables: () => ({ variables: variables.definitions }),
    GeneratePatches: (request) => patchTemplates(request, patches),
    ValidateTopology: validateTopology,
    BeforeClusterDelete: beforeClusterDelete,
    CanUpdateMachine: canUpdateMachine,
    CanUpdateMachineSet: canUpdateMachineSet,
    UpdateMachine: { handle: updateMachine, timeoutSeconds: 15 },
  },
});
