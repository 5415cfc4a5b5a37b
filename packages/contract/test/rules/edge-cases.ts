import { correctCRDs } from "./correct-crds.ts";
import { absent, mutate, type Mutation, schemaKeys } from "./mutation.ts";

/** CRDs at the limits of rules: with several changes, with harmless changes, and with unusual values. */
export interface EdgeCase {
  readonly contract: "v1beta1" | "v1beta2";
  readonly kind: string;
  readonly changes: readonly Mutation[];
}

type Row = readonly [kind: string, ...changes: (readonly [at: Mutation["at"], to: unknown])[]];

const s = schemaKeys;
const version = (...keys: (string | number)[]) => ["spec", "versions", 0, ...keys];
const second = (...keys: (string | number)[]) => ["spec", "versions", 1, ...keys];
const label = (contract: string) => ["metadata", "labels", `cluster.x-k8s.io/${contract}`];
const string = { type: "string" };
const machine = correctCRDs.v1beta2.find(({ spec }) => spec.names.kind === "FooMachine")?.spec.versions[0];
const cluster = correctCRDs.v1beta2.find(({ spec }) => spec.names.kind === "FooCluster")?.spec.versions[0];
const open = { "x-kubernetes-preserve-unknown-fields": true };
const intOrString = { "x-kubernetes-int-or-string": true };

const names: readonly Row[] = [
  ["FooMachine", [["spec", "group"], "infrastructure"]],
  ["FooMachine", [["spec", "group"], "infrastructure.Example.com"]],
  ["FooMachine", [["spec", "versions"], []]],
  ["FooMachine", [["spec", "versions"], absent]],
  ["FooMachine", [["spec", "names", "plural"], absent]],
  ["FooMachine", [["spec", "names", "listKind"], absent]],
  ["FooMachine", [["spec", "names", "categories"], absent]],
  [
    "FooMachine",
    [
      ["spec", "names", "categories"],
      ["all", "cluster-api"],
    ],
  ],
  ["FooMachine", [["spec", "scope"], absent]],
  ["FooMachine", [["metadata", "annotations", "example.com/v1beta2"], "v1"]],
  ["FooMachine", [["metadata", "annotations", "cluster.x-k8s.io/paused"], "v1"]],
  ["FooMachine", [["spec", "names", "kind"], "Machine"], [["metadata", "name"], "machines.infrastructure.example.com"]],
  ["FooMachine", [["spec", "group"], "infrastructure.mycluster.x-k8s.io"]],
  ["FooMachine", [s("", "type"), "string"]],
  ["FooMachine", [s("apiVersion", "type"), "integer"]],
  ["FooMachine", [s("apiVersion"), absent], [s("kind"), absent], [s("metadata"), absent]],
  ["FooMachine", [s("metadata.name"), string], [s("metadata.generateName"), string]],
  ["FooMachine", [s("metadata", "description"), "all of it"], [s("metadata.uid"), string]],
];

const structure: readonly Row[] = [
  ["FooMachine", [s("spec.any"), open]],
  ["FooMachine", [s("spec.any"), {}]],
  ["FooMachine", [s("spec.count"), { ...intOrString, anyOf: [{ type: "integer" }, { type: "string" }] }]],
  ["FooMachine", [s("spec.count"), { ...intOrString, anyOf: [{ type: "string" }, { type: "integer" }] }]],
  ["FooMachine", [s("spec.count"), { ...intOrString, allOf: [{ type: "integer" }] }]],
  ["FooMachine", [s("spec.sizes"), { type: "array", items: { type: "array", items: {} } }]],
  ["FooMachine", [s("spec.sizes"), { type: "array", items: [string] }]],
  ["FooMachine", [s("spec.sizes"), { type: "object", properties: {}, additionalProperties: string }]],
  ["FooMachine", [s("spec.sizes"), { type: "object", additionalProperties: {} }]],
  ["FooMachine", [s("spec.sizes"), { type: "object", properties: { a: true } }]],
  [
    "FooMachine",
    [
      s("spec.size", "allOf"),
      [
        {
          ...{ title: "a", description: "b", default: "c", nullable: true, ...open, ...intOrString },
          "x-kubernetes-embedded-resource": true,
          ...{
            "x-kubernetes-list-map-keys": ["a"],
            "x-kubernetes-list-type": "map",
            "x-kubernetes-map-type": "atomic",
          },
          "x-kubernetes-validations": [{ rule: "true" }],
        },
      ],
    ],
  ],
  [
    "FooMachine",
    [
      s("spec.size", "allOf"),
      [{ title: "", nullable: false, "x-kubernetes-list-map-keys": [], "x-kubernetes-list-type": "" }],
    ],
  ],
  [
    "FooMachine",
    [
      s("spec.size"),
      {
        ...{ type: "string", $schema: "a", id: "b", definitions: {}, dependencies: {}, patternProperties: {} },
        additionalItems: true,
      },
    ],
  ],
  ["FooMachine", [s("spec.size", "oneOf"), [{ anyOf: [{ not: { description: "a", id: "b" } }] }]]],
  ["FooMachine", [s("spec.size", "oneOf"), ["text"]]],
  ["FooMachine", [s("spec.size"), { type: "object", properties: { a: null } }]],
  [
    "FooMachine",
    [
      s("spec.count"),
      {
        ...{ ...intOrString, anyOf: [{ type: "integer" }, { type: "string" }] },
        allOf: [{ type: "integer" }],
      },
    ],
  ],
  [
    "FooMachine",
    [s("spec.sizes"), { type: "array", items: { type: "object", properties: { a: string } } }],
    [
      s("", "allOf"),
      [{ properties: { spec: { properties: { sizes: { items: { properties: { a: { minLength: 1 } } } } } } } }],
    ],
  ],
  ["FooMachine", [s("spec.size", "not"), true]],
  ["FooMachine", [s("", "not"), { properties: { metadata: { required: ["a"] } } }]],
  [
    "FooMachine",
    [s("", "oneOf"), [{ properties: { spec: { properties: { size: { minLength: 1 }, more: { minLength: 1 } } } } }]],
  ],
  [
    "FooMachine",
    [s("spec.sizes"), { type: "array", items: string }],
    [s("spec.tags"), { type: "object", additionalProperties: string }],
    [
      s("spec", "allOf"),
      [
        { properties: { sizes: { items: { minLength: 1 } }, tags: { additionalProperties: { minLength: 1 } } } },
        { properties: { sizes: { items: { properties: { a: {} } } } } },
        { not: { items: { minLength: 1 } } },
      ],
    ],
  ],
];

const versions: readonly Row[] = [
  ["FooMachine", [label("v1beta2"), ""]],
  ["FooMachine", [label("v1beta2"), 1]],
  ["FooMachine", [label("v1beta2"), ""], [label("v1beta1"), "v1"]],
  ["FooMachine", [label("v1beta1"), "v1"]],
  ["FooMachine", [label("v1beta2"), "v1_V2"]],
  ["FooMachine", [label("v1beta2"), "v1_v1_v2"]],
  [
    "FooMachine",
    [second(), { ...machine, name: "v1beta1", storage: false, served: false }],
    [label("v1beta2"), "v1beta1_v1"],
  ],
  ["FooMachine", [second(), { ...machine, name: "v1beta1", storage: false }], [label("v1beta2"), "v1_v1beta1"]],
  ["FooMachine", [second(), { ...machine, name: "v1beta1" }]],
  ["FooMachine", [second(), { ...machine, name: "two", storage: false, served: false, subresources: {} }]],
  [
    "FooMachine",
    [second(), { name: "v2", served: true, storage: false }],
    [["spec", "conversion", "strategy"], "Webhook"],
  ],
  ["FooMachine", [second(), { name: "v2", served: true, storage: false }], [["spec", "conversion"], absent]],
  ["FooMachine", [second(), { ...machine, name: "v2", storage: false }]],
  [
    "FooMachine",
    [second(), { name: "v2", served: false, storage: false, schema: { openAPIV3Schema: { type: "object" } } }],
  ],
  [
    "FooIPPool",
    [second(), { name: "v2", served: true, storage: false, schema: { openAPIV3Schema: { type: "object" } } }],
  ],
  ["FooMachine", [s("status.initialization"), absent], [s("status.ready"), { type: "boolean" }]],
  ["FooMachine", [s("status", "properties"), absent], [s("status", "x-kubernetes-preserve-unknown-fields"), true]],
  ["FooMachine", [s("spec"), absent], [s("", "x-kubernetes-preserve-unknown-fields"), true]],
  ["FooMachine", [version("schema"), absent]],
  ["FooMachine", [s("spec"), string]],
  ["FooMachine", [s("status"), string]],
];

const conditions: readonly Row[] = [
  ["FooMachine", [s("status.conditions"), absent]],
  ["FooMachine", [s("status.conditions"), { type: "object" }]],
  ["FooMachine", [s("status.conditions", "items"), { type: "string" }]],
  ["FooMachine", [s("status.conditions", "x-kubernetes-list-map-keys"), ["type", "status"]]],
  ["FooMachine", [s("status.conditions", "x-kubernetes-list-map-keys"), absent]],
  ["FooMachine", [s("status.conditions[].status", "enum"), absent]],
  ["FooMachine", [s("status.conditions[].status", "enum"), ["True", "False"]]],
  ["FooMachine", [s("status.conditions[].status", "enum"), ["True", true]]],
  ["FooMachine", [s("status.conditions[].type", "pattern"), absent]],
  ["FooMachine", [s("status.conditions[].type", "pattern"), absent], [s("status.conditions[].type", "minLength"), 1]],
  ["FooMachine", [s("status.conditions[].type", "pattern"), absent], [s("status.conditions[].type", "minLength"), 0]],
  ["FooMachine", [s("status.conditions[].message", "type"), "integer"]],
  ["FooMachine", [s("status.conditions[].lastTransitionTime", "type"), "integer"]],
  ["FooMachine", [s("status.conditions[].observedGeneration", "type"), "string"]],
  ["FooMachine", [s("status.conditions[].severity"), { type: "string" }], [label("v1beta1"), "v1"]],
  ["FooMachine", [s("status.v1beta2"), { type: "object" }]],
  ["FooMachinePool", [s("status.conditions[].severity"), { type: "string" }]],
];

const templates: readonly Row[] = [
  ["FooMachineTemplate", [["spec", "group"], "infrastructure.other.com"]],
  ["FooMachineTemplate", [["spec", "names", "kind"], "BarMachineTemplate"]],
  ["FooMachineTemplate", [s("spec.template", "type"), "string"]],
  ["FooMachineTemplate", [s("spec.template", "required"), []]],
  ["FooMachineTemplate", [s("spec.template.spec", "type"), "string"]],
  ["FooMachineTemplate", [s("spec.template.spec"), open]],
  ["FooClusterTemplate", [s("spec.template.spec.controlPlaneEndpoint"), { type: "object" }]],
  ["FooMachineTemplate", [s("spec.template.metadata.labels", "additionalProperties"), { type: "integer" }]],
  ["FooMachineTemplate", [s("spec.template.metadata.annotations", "additionalProperties"), absent]],
  ["FooMachineTemplate", [s("spec.template.metadata"), absent]],
  ["FooMachineTemplate", [s("spec.template.spec.size", "type"), "integer"]],
  ["FooMachineTemplate", [s("spec.template.spec.size", "nullable"), true]],
  ["FooMachine", [s("spec", "x-kubernetes-preserve-unknown-fields"), true], [s("spec", "required"), ["zone"]]],
  ["FooMachine", [s("spec"), open]],
  ["FooMachine", [version("name"), "v2"]],
  [
    "FooMachine",
    [s("spec.sizes"), { type: "object", additionalProperties: { type: "integer" } }],
    [s("spec.disks"), { type: "array", items: { type: "object", properties: { size: { type: "integer" } } } }],
  ],
  ["FooMachine", [s("spec", "additionalProperties"), string]],
  [
    "FooMachineTemplate",
    [s("spec.template.spec.more"), { type: "object" }],
    [s("spec.template.spec.size", "enum"), ["a"]],
  ],
  [
    "FooMachineTemplate",
    [s("spec.template.spec", "required"), ["size"]],
    [version("subresources"), { status: {} }],
    [s("status"), { type: "object", properties: { capacity: { type: "object", additionalProperties: intOrString } } }],
  ],
  [
    "FooMachineTemplate",
    [version("subresources"), { status: {} }],
    [s("status"), { type: "object", properties: { capacity: { type: "object", additionalProperties: string } } }],
  ],
  [
    "FooMachineTemplate",
    [
      s("status"),
      {
        type: "object",
        properties: {
          nodeInfo: {
            type: "object",
            minProperties: 1,
            required: ["architecture", "operatingSystem"],
            properties: {
              architecture: { type: "integer", enum: ["amd64", "arm64", "s390x", "ppc64le"] },
              operatingSystem: string,
            },
          },
        },
      },
    ],
  ],
  [
    "FooMachineTemplate",
    [
      s("status"),
      {
        type: "object",
        properties: { nodeInfo: { type: "object", minProperties: 1, properties: { architecture: string } } },
      },
    ],
  ],
];

const roles: readonly Row[] = [
  ["FooConfig", [s("status.dataSecretName", "minLength"), 0]],
  ["FooConfig", [s("status.dataSecretName", "minLength"), "1"]],
  ["FooConfig", [s("status.initialization", "minProperties"), 2]],
  ["FooConfig", [s("status.initialization", "minProperties"), 0]],
  ["FooConfig", [s("status", "x-kubernetes-preserve-unknown-fields"), true], [s("status.dataSecretName"), absent]],
  ["FooMachine", [s("status.addresses"), absent]],
  ["FooMachine", [s("status.addresses", "items"), string]],
  ["FooMachine", [s("status.addresses[].type"), absent], [s("status.addresses[].address"), absent]],
  ["FooMachine", [s("status.addresses[].type", "enum"), absent]],
  ["FooMachine", [s("status.addresses[].address", "minLength"), 0]],
  ["FooMachine", [s("status.addresses", "maxItems"), 257]],
  ["FooMachine", [s("status.addresses[].address", "maxLength"), 100]],
  ["FooMachine", [s("status.interruptible"), { type: "boolean" }]],
  ["FooMachine", [s("status.failureDomain", "maxLength"), 1000]],
  ["FooMachine", [s("spec.providerID", "minLength"), absent]],
  ["FooMachine", [label("v1beta1"), "v1"], [s("status.ready"), { type: "boolean" }]],
  ["FooMachine", [label("v1beta1"), "v1"], [s("spec.failureDomain"), string], [s("status.failureReason"), string]],
  ["FooCluster", [s("spec.controlPlaneEndpoint"), absent]],
  ["FooCluster", [s("spec.controlPlaneEndpoint"), string]],
  ["FooCluster", [s("spec.controlPlaneEndpoint", "minProperties"), absent]],
  [
    "FooCluster",
    [s("spec.controlPlaneEndpoint.host", "minLength"), 0],
    [s("spec.controlPlaneEndpoint.port", "minimum"), 0],
  ],
  [
    "FooCluster",
    [s("spec.controlPlaneEndpoint.host", "maxLength"), 513],
    [s("spec.controlPlaneEndpoint.port", "maximum"), 65_536],
  ],
  ["FooCluster", [s("spec.controlPlaneEndpoint", "required"), ["host", "port"]]],
  [
    "FooCluster",
    [s("spec.controlPlaneEndpoint.host", "type"), "integer"],
    [s("spec.controlPlaneEndpoint.port"), absent],
  ],
  ["FooCluster", [s("spec"), open]],
  ["FooCluster", [s("status.failureDomains"), absent]],
  ["FooCluster", [s("status.failureDomains", "x-kubernetes-list-type"), "atomic"]],
  ["FooCluster", [s("status.failureDomains", "x-kubernetes-list-map-keys"), ["name", "controlPlane"]]],
  [
    "FooCluster",
    [s("status.failureDomains[].name"), absent],
    [s("status.failureDomains[].controlPlane", "type"), "string"],
  ],
  ["FooCluster", [s("status.failureDomains[].name", "type"), "integer"]],
  ["FooCluster", [s("status.failureDomains", "minItems"), 0], [s("status.failureDomains", "maxItems"), 101]],
  ["FooCluster", [second(), { ...cluster, name: "v2", storage: false }], [label("v1beta1"), "v2"]],
  ["FooControlPlane", [s("spec.replicas"), absent]],
  ["FooControlPlane", [s("spec.replicas", "type"), "string"], [s("status.selector", "type"), "integer"]],
  ["FooControlPlane", [s("status.readyReplicas"), absent], [s("status.upToDateReplicas", "type"), "string"]],
  ["FooControlPlane", [version("subresources", "scale", "specReplicasPath"), ".spec.count"]],
  ["FooControlPlane", [s("spec.version"), absent], [s("status.version"), absent]],
  [
    "FooControlPlane",
    [s("status.version"), absent],
    [s("status.versions"), { type: "array", items: { type: "object" } }],
  ],
  ["FooControlPlane", [s("spec.machineTemplate"), absent]],
  ["FooControlPlane", [s("spec.machineTemplate.metadata", "type"), "string"]],
  ["FooControlPlane", [s("spec.machineTemplate.spec.infrastructureRef"), absent]],
  ["FooControlPlane", [s("spec.controlPlaneEndpoint"), absent]],
  ["FooControlPlane", [s("status.initialization.controlPlaneInitialized", "type"), "string"], [label("v1beta1"), "v1"]],
  ["FooMachinePool", [s("spec.providerIDList"), absent]],
  ["FooMachinePool", [s("spec.providerIDList", "items"), { type: "integer" }]],
  ["FooMachinePool", [s("status.replicas", "type"), "string"], [s("spec.providerID", "type"), "integer"]],
  ["FooMachinePool", [s("status.infrastructureMachineKind"), absent], [s("status.instances"), absent]],
  ["FooMachinePool", [version("served"), false], [s("status.replicas"), absent]],
  ["FooMachinePool", [s("status.initialization", "required"), ["provisioned"]], [s("status.ready", "type"), "string"]],
];

const old: readonly Row[] = [
  ["FooCluster", [s("spec.controlPlaneEndpoint", "required"), ["host"]]],
  ["FooCluster", [s("status.failureDomains"), absent]],
  ["FooCluster", [s("status.failureDomains", "additionalProperties"), true]],
  ["FooControlPlane", [s("status.updatedReplicas"), absent], [s("status.unavailableReplicas"), absent]],
  ["FooControlPlane", [s("spec.machineTemplate.infrastructureRef"), absent]],
  ["FooControlPlane", [s("status.initialized"), absent]],
  ["FooMachine", [s("status.conditions[].severity", "type"), "integer"]],
  ["FooMachine", [s("status.conditions[].status", "enum"), ["True", "Maybe"]]],
  ["FooMachine", [label("v1beta1"), "v1_v2"], [second(), { ...machine, name: "v2", storage: false }]],
];

export const edgeCases: readonly EdgeCase[] = [
  ...[...names, ...structure, ...versions, ...conditions, ...templates, ...roles].map((row) => caseOf("v1beta2", row)),
  ...old.map((row) => caseOf("v1beta1", row)),
];

function caseOf(contract: EdgeCase["contract"], [kind, ...changes]: Row): EdgeCase {
  return { contract, kind, changes: changes.map(([at, to]) => ({ at, to })) };
}

/** The changed CRD, and that of its template or of its template's kind. */
export function crdsOf({ contract, kind, changes }: EdgeCase): readonly unknown[] {
  const main = kind.replace(/Template$/, "");
  return correctCRDs[contract]
    .filter(({ spec }) => spec.names.kind === main || spec.names.kind === `${main}Template`)
    .map((crd) => (crd.spec.names.kind === kind ? changes.reduce(mutate, crd) : crd));
}

export function titleOf({ contract, kind, changes }: EdgeCase): string {
  const words = changes.map(({ at, to }) => {
    const place = at
      .filter((key) => key !== "properties")
      .join(".")
      .replace("spec.versions.0.schema.openAPIV3Schema.", "");
    return `${place} = ${typeof to === "symbol" ? "absent" : JSON.stringify(to)}`;
  });
  return `${contract} ${kind} ${words.join(", ")}`;
}
