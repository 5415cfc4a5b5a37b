import {
  contractFields,
  contractVersions,
  type CustomResourceDefinition,
  type StructuralSchema,
} from "@capstan/contract";
import { fieldRule } from "./field-rules.ts";
import type { Fault } from "./definitions.ts";

const root = "spec.versions[0].schema.openAPIV3Schema";
const machine = { role: "InfraMachine" } as const;
const label = (contract: string) => `cluster.x-k8s.io/${contract}`;
const labelPath = (contract: string) => `metadata.labels['${label(contract)}']`;

/** Faults of a CRD itself. */
const crdFaults: readonly Fault[] = [
  { ...machine, name: "no CRD", change: "missing", rule: "AR-001", path: "metadata.name" },
  { ...machine, name: "no Template", template: true, change: "missing", rule: "BT-001", path: "metadata.name" },
  {
    role: "BootstrapConfig",
    name: "no Template",
    template: true,
    change: "missing",
    rule: "BT-001",
    path: "metadata.name",
  },
  {
    role: "InfraCluster",
    name: "no Template",
    template: true,
    change: "missing",
    rule: "ICT-001",
    level: "SHOULD",
    path: "metadata.name",
  },
  {
    role: "InfraMachinePool",
    name: "no Template",
    template: true,
    change: "missing",
    rule: "MP-011",
    level: "SHOULD",
    path: "metadata.name",
  },
  {
    ...machine,
    name: "another group",
    change: ({ spec }) => (spec.group = "example.com"),
    rule: "AR-001",
    path: "spec.group",
    impossible: true,
  },
  {
    ...machine,
    name: "names that another CRD has",
    change: (crd) =>
      (crd.status = { conditions: [{ type: "NamesAccepted", status: "False", message: "foomachine is taken" }] }),
    rule: "AR-001",
    path: "status.conditions[type=NamesAccepted]",
    impossible: true,
  },
  {
    ...machine,
    name: "a CRD that is being deleted",
    change: ({ metadata }) => (metadata.deletionTimestamp = "2026-01-01T00:00:00Z"),
    rule: "AR-001",
    level: "SHOULD",
    path: "metadata.deletionTimestamp",
    impossible: true,
  },
  {
    ...machine,
    name: "another plural",
    change: ({ spec }) => (spec.names.plural = "foomachinery"),
    rule: "AR-002",
    path: "spec.names.plural",
    impossible: true,
  },
  {
    ...machine,
    name: "another kind",
    change: ({ spec }) => {
      spec.names.kind = "BarMachine";
      spec.names.listKind = "BarMachineList";
    },
    rule: "AR-002",
    path: "spec.names.kind",
  },
  {
    ...machine,
    name: "cluster scope",
    change: ({ spec }) => (spec.scope = "Cluster"),
    rule: "AR-003",
    path: "spec.scope",
  },
  {
    ...machine,
    name: "cluster scope of the Template",
    template: true,
    change: ({ spec }) => (spec.scope = "Cluster"),
    rule: "AR-003",
    path: "spec.scope",
  },
  {
    ...machine,
    name: "another list kind",
    change: ({ spec }) => (spec.names.listKind = "FooMachines"),
    rule: "AR-005",
    path: "spec.names.listKind",
  },
];

/** Contract labels, versions, conversion, subresource. */
const versionFaults: readonly Fault[] = [
  { ...machine, name: "no contract label", change: relabeled({}), rule: "AR-006", path: labelPath("v1beta2") },
  {
    ...machine,
    name: "no contract label on the Template",
    template: true,
    change: relabeled({}),
    rule: "AR-007",
    path: labelPath("v1beta2"),
  },
  {
    ...machine,
    name: "a label that names a version twice",
    change: relabeled({ v1beta2: "v1_v1" }),
    rule: "AR-008",
    path: labelPath("v1beta2"),
  },
  {
    ...machine,
    name: "a label that names no version there is",
    change: relabeled({ v1beta2: "v2" }),
    rule: "AR-009",
    path: labelPath("v1beta2"),
  },
  {
    ...machine,
    name: "the version missing",
    change: (crd) => {
      version(crd).name = "v2";
      relabeled({ v1beta2: "v2" })(crd);
    },
    rule: "AR-009",
    path: "spec.versions",
  },
  {
    ...machine,
    name: "the version not served",
    change: (crd) => (version(crd).served = false),
    rule: "AR-010",
    path: "spec.versions[0].served",
  },
  {
    ...machine,
    name: "a newer version that core takes",
    change: (crd) => {
      crd.spec.versions.push({ ...structuredClone(version(crd)), name: "v2", storage: false });
      relabeled({ v1beta2: "v1_v2" })(crd);
    },
    rule: "AR-011",
    level: "SHOULD",
    path: labelPath("v1beta2"),
  },
  {
    ...machine,
    name: "the label of a contract that the provider does not report by",
    change: relabeled({ v1beta1: "v1" }),
    rule: "AR-012",
    path: labelPath("v1beta1"),
  },
  {
    ...machine,
    contract: "v1beta1",
    name: "the label of a newer contract",
    change: relabeled({ v1beta1: "v1", v1beta2: "v1" }),
    rule: "AR-012",
    path: labelPath("v1beta2"),
  },
  {
    ...machine,
    name: "another storage version",
    change: withStorage((schema) => schema),
    rule: "AR-017",
    level: "SHOULD",
    path: "spec.versions",
  },
  {
    ...machine,
    name: "another storage version, whose schema drops a field",
    change: withStorage((schema) => {
      delete at(schema, "spec").properties?.port;
      return schema;
    }),
    rule: "schema",
    path: "spec.versions[1].schema.openAPIV3Schema.properties.spec.properties.port",
  },
  {
    ...machine,
    name: "no status subresource",
    change: (crd) => delete version(crd).subresources,
    rule: "AR-018",
    path: "spec.versions[0].subresources.status",
  },
];

/** The author's own fields. */
const ownFieldFaults: readonly Fault[] = [
  ownField("a field missing", "port", (spec) => delete spec.properties?.port, "port"),
  ownField("a field of another type", "port", (spec) => (at(spec, "port").type = "string"), "port.type"),
  ownField(
    "a field of list items missing",
    "disks",
    (spec) => {
      const { items } = at(spec, "disks");
      if (items !== undefined) items.properties = { other: { type: "string" } };
    },
    "disks.items.properties.gibibytes",
  ),
  ownField("map keys dropped", "tags", (spec) => delete at(spec, "tags").additionalProperties, "tags"),
  ownField(
    "map values of another type",
    "tags",
    (spec) => (at(spec, "tags").additionalProperties = { type: "integer" }),
    "tags.additionalProperties.type",
  ),
  ownField(
    "free content dropped",
    "extra",
    (spec) => delete at(spec, "extra")["x-kubernetes-preserve-unknown-fields"],
    "extra",
  ),
  ownField("a value missing", "size", (spec) => (at(spec, "size").enum = ["small"]), "size.enum", "SHOULD"),
  ownField("null refused", "note", (spec) => delete at(spec, "note").nullable, "note.nullable", "SHOULD"),
  {
    ...ownField(
      "a field optional that the provider relies on",
      "zone",
      (spec) => (spec.required = ["size"]),
      "",
      "SHOULD",
    ),
    path: `${root}.properties.spec.required`,
  },
  {
    ...ownField(
      "a field required that users may leave out",
      "port",
      (spec) => spec.required?.push("port"),
      "",
      "SHOULD",
    ),
    path: `${root}.properties.spec.required`,
  },
  {
    ...machine,
    name: "a status value missing",
    change: (crd) => (at(schemaOf(crd), "status.power").enum = ["on"]),
    rule: "schema",
    path: `${root}.properties.status.properties.power.enum`,
  },
  {
    ...machine,
    name: "a field of the Template missing",
    template: true,
    change: (crd) => delete at(schemaOf(crd), "spec.template.spec").properties?.port,
    rule: "schema",
    path: `${root}.properties.spec.properties.template.properties.spec.properties.port`,
  },
];

/** Every contract field, missing or with another type. */
const contractFieldFaults: readonly Fault[] = contractVersions.flatMap((contract) =>
  (["BootstrapConfig", "InfraMachine", "InfraCluster", "InfraMachinePool", "ControlPlane"] as const).flatMap((role) =>
    (["spec", "status"] as const).flatMap((section) =>
      Object.keys(contractFields(role, [contract], section)).flatMap((field): Fault[] => {
        const path = `${root}.properties.${section}.properties.${field}`;
        const rule = fieldRule(role, contract, section, field);
        const common = { role, contract, rule };
        const remove = (crd: CustomResourceDefinition) => delete at(schemaOf(crd), section).properties?.[field];
        const retype = (crd: CustomResourceDefinition) => {
          const { properties } = at(schemaOf(crd), section);
          if (properties !== undefined) properties[field] = { type: "number" };
        };
        return [
          { ...common, name: `${section}.${field} missing under ${contract}`, change: remove, path },
          {
            ...common,
            name: `${section}.${field} of another type under ${contract}`,
            change: retype,
            path: `${path}.type`,
          },
        ];
      }),
    ),
  ),
);

export const faults = [...crdFaults, ...versionFaults, ...ownFieldFaults, ...contractFieldFaults];

function ownField(
  name: string,
  field: string,
  change: (spec: StructuralSchema) => unknown,
  path: string,
  level: "MUST" | "SHOULD" = "MUST",
): Fault {
  return {
    ...machine,
    name: `${name}: ${field}`,
    change: (crd) => void change(at(schemaOf(crd), "spec")),
    rule: "schema",
    level,
    path: `${root}.properties.spec.properties.${path}`,
  };
}

function relabeled(contracts: Readonly<Record<string, string>>) {
  return (crd: CustomResourceDefinition) => {
    crd.metadata.labels = Object.fromEntries(Object.entries(contracts).map(([name, value]) => [label(name), value]));
  };
}

/** Stores a different version from the definition. */
function withStorage(change: (schema: StructuralSchema) => StructuralSchema) {
  return (crd: CustomResourceDefinition) => {
    const ours = version(crd);
    const schema = { openAPIV3Schema: change(structuredClone(ours.schema.openAPIV3Schema)) };
    crd.spec.versions.push({ ...structuredClone(ours), name: "v1beta9", schema });
    ours.storage = false;
  };
}

function version(crd: CustomResourceDefinition) {
  const [first] = crd.spec.versions;
  if (first === undefined) throw new Error("The CRD has no versions.");
  return first;
}

function schemaOf(crd: CustomResourceDefinition): StructuralSchema {
  return version(crd).schema.openAPIV3Schema;
}

function at(schema: StructuralSchema, path: string): StructuralSchema {
  return path.split(".").reduce((inner, name) => {
    const next = inner.properties?.[name];
    if (next === undefined) throw new Error(`The schema has no ${path}.`);
    return next;
  }, schema);
}
