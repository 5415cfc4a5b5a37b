import { type Break } from "./break.ts";

const api = "packages/contract/src/api/v1beta2";
const spec = "packages/contract/src/fields/machine-fields.ts";
const status = `${api}/machine.ts`;
const infrastructureRef = '    infrastructureRef: reference("The infra machine, ';
const nodeInfo = "    nodeInfo: Type.Optional(nodeInfoField),\n";

/** Breaks of the fields that Machines and other core kinds have, or must not have. */
export const breaksOfTheDataModel: readonly Break[] = [
  {
    breaks: ["S001"],
    name: "Machines have spec.providerSpec",
    file: spec,
    find: infrastructureRef,
    replace: `    providerSpec: Type.Optional(Type.Object({})),\n${infrastructureRef}`,
  },
  {
    breaks: ["S002"],
    name: "Machines have spec.versions",
    file: spec,
    find: infrastructureRef,
    replace: `    versions: Type.Optional(Type.Object({})),\n${infrastructureRef}`,
  },
  {
    breaks: ["S080"],
    name: "Machines have spec.infrastructureTemplateRef",
    file: spec,
    find: infrastructureRef,
    replace: `    infrastructureTemplateRef: Type.Optional(Type.Object({})),\n${infrastructureRef}`,
  },
  {
    breaks: ["S003"],
    name: "a Machine may have neither config nor data",
    file: spec,
    find: '        anyOf: [{ required: ["configRef"] }, { required: ["dataSecretName"] }],\n',
    replace: "",
  },
  {
    breaks: ["S008", "S032"],
    name: "a Machine may have no infrastructure",
    file: spec,
    find: `reference("The infra machine, or in a template the template to make it from.")`,
    replace: `Type.Optional(reference("The infra machine, or in a template the template to make it from."))`,
  },
  {
    breaks: ["S010"],
    name: "Machines have status.providerStatus",
    file: status,
    find: nodeInfo,
    replace: `${nodeInfo}    providerStatus: Type.Optional(Type.Object({ state: Type.Optional(Type.String()) })),\n`,
  },
  {
    breaks: ["S011"],
    name: "Machines have status.versions",
    file: status,
    find: nodeInfo,
    replace: `${nodeInfo}    versions: Type.Optional(Type.Object({ kubelet: Type.Optional(Type.String()) })),\n`,
  },
  {
    breaks: ["S081"],
    name: "there are MachineClasses",
    file: `${api}/machine-health-check.ts`,
    find: '"MachineHealthCheck"',
    replace: '"MachineClass"',
  },
];
