import { defineRuntimeExtension } from "@capstan/runtime-extension";
import { beforeClusterDelete } from "./hooks/before-cluster-delete.ts";
import { discoverVariables, generatePatches } from "./hooks/labels-of-machines.ts";

/** The runtime extension: the core discovers these hooks and calls them. */
export const extension = defineRuntimeExtension({
  name: "__name__",
  hooks: {
    BeforeClusterDelete: beforeClusterDelete,
    DiscoverVariables: discoverVariables,
    GeneratePatches: generatePatches,
  },
});
