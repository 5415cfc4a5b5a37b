import { Type } from "@capstan/provider";
import { defineVariables, type HookHandler, patchTemplates, templatePatch } from "@capstan/runtime-extension";

/** A template of machines, with the fields that are patched. Name your own templates here. */
interface MachineTemplate {
  apiVersion: string;
  kind: string;
  metadata: { name: string; uid: string };
  spec: { template: { metadata?: { labels?: Record<string, string> } } };
}

export const machineTemplates = {
  group: "infrastructure.cluster.x-k8s.io",
  version: "v1beta1",
  kind: "HelloMachineTemplate",
};

/** The schema of a label value: the core refuses other values when a user sets them. */
const labelValue = { pattern: "^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$", maxLength: 63 };

const variables = defineVariables({
  __variableName__: {
    schema: Type.String({ description: "Who pays for the machines, as the value of a label.", ...labelValue }),
    default: "unassigned",
  },
});

const payer = templatePatch<MachineTemplate>({ kind: machineTemplates }, ({ spec: { template } }, place) => {
  template.metadata ??= {};
  template.metadata.labels = {
    ...template.metadata.labels,
    "__name__.example.com/payer": variables.read(place).__variableName__,
  };
});

/** The variables that users set in `spec.topology.variables` of a Cluster. */
export const discoverVariables: HookHandler<"DiscoverVariables"> = () => ({ variables: variables.definitions });

/** Writes the values of variables into the templates of a Cluster's topology. */
export const generatePatches: HookHandler<"GeneratePatches"> = (request) => patchTemplates(request, [payer]);
