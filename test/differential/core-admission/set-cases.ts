import { MachineDeployment, MachineSet, type ResourceKind } from "@capstan/contract";
import type { AdmissionCase, Fields } from "./admission-case.ts";
import { machineSpecCases } from "./machine-cases.ts";

const clusterLabel = "cluster.x-k8s.io/cluster-name";

type Part = Omit<AdmissionCase, "kind">;

const annotations = (value: object): Fields => ({ "spec.template.metadata": { annotations: value } });
const labels = (value: object): Fields => ({ "spec.template.metadata": { labels: value } });
const expression = (key: string, operator: string, ...values: readonly string[]) => ({
  key,
  operator,
  ...(values.length === 0 ? {} : { values }),
});
const selects = (...matchExpressions: readonly object[]): Fields => ({ "spec.selector": { matchExpressions } });

/** The rules for MachineSets and MachineDeployments. */
const ofBoth: readonly Part[] = [
  { what: "without a selector", fields: { "spec.selector": {} } },
  { what: "of another Cluster than its template", fields: { "spec.clusterName": "c2" }, refused: "spec.clusterName" },
  {
    what: "that changes its Cluster",
    before: {},
    fields: { "spec.clusterName": "c2", "spec.template.spec.clusterName": "c2" },
    refused: "spec.clusterName",
  },
  {
    what: "whose labels have more than it selects",
    fields: { "spec.selector": { matchLabels: { a: "b" } }, ...labels({ a: "b", c: "d" }) },
  },
  {
    what: "whose labels have another value",
    fields: { "spec.selector": { matchLabels: { a: "b" } }, ...labels({ a: "c" }) },
    refused: "spec.template",
  },
  {
    what: "whose template has no labels",
    fields: { "spec.selector": { matchLabels: { a: "b" } } },
    refused: "spec.template",
  },
  {
    what: "that changes its selector and its labels",
    before: { "spec.selector": { matchLabels: { a: "b" } }, ...labels({ a: "b" }) },
    fields: { "spec.selector": { matchLabels: { a: "c" } }, ...labels({ a: "c" }) },
  },
  {
    what: "that selects one of several values",
    fields: { ...selects(expression("a", "In", "b", "c")), ...labels({ a: "c" }) },
  },
  {
    what: "that selects none of its values",
    fields: { ...selects(expression("a", "In", "b", "c")), ...labels({ a: "d" }) },
    refused: "spec.template",
  },
  {
    what: "that selects a value of a label it has not",
    fields: selects(expression("a", "In", "b")),
    refused: "spec.template",
  },
  {
    what: "that leaves another value out",
    fields: { ...selects(expression("a", "NotIn", "b")), ...labels({ a: "c" }) },
  },
  {
    what: "that leaves its own value out",
    fields: { ...selects(expression("a", "NotIn", "b")), ...labels({ a: "b" }) },
    refused: "spec.template",
  },
  {
    what: "that leaves a value out of a label it has not",
    fields: { ...selects(expression("a", "NotIn", "b")), ...labels({ c: "d" }) },
  },
  {
    what: "that selects by a label's presence",
    fields: { ...selects(expression("a", "Exists")), ...labels({ a: "" }) },
  },
  {
    what: "that selects by a label that it has not",
    fields: selects(expression("a", "Exists")),
    refused: "spec.template",
  },
  {
    what: "that selects by a label's absence",
    fields: { ...selects(expression("a", "DoesNotExist")), ...labels({ c: "d" }) },
  },
  {
    what: "that leaves its own label out",
    fields: { ...selects(expression("a", "DoesNotExist")), ...labels({ a: "b" }) },
    refused: "spec.template",
  },
  {
    what: "with an operator that there is not",
    fields: selects(expression("a", "Near", "b")),
    refused: "spec.selector",
  },
  {
    what: "with In and no value",
    fields: { ...selects(expression("a", "In")), ...labels({ a: "b" }) },
    refused: "spec.selector",
  },
  {
    what: "with Exists and a value",
    fields: { ...selects(expression("a", "Exists", "b")), ...labels({ a: "b" }) },
    refused: "spec.selector",
  },
  {
    what: "with a value that no label can have",
    fields: { ...selects(expression("a", "NotIn", "b c")) },
    refused: "spec.selector",
  },
  {
    what: "with a key that no label can have",
    fields: { ...selects(expression("a b", "DoesNotExist")) },
    refused: "spec.selector",
  },
  ...[
    "a b",
    "/a",
    "a/",
    "a/b/c",
    "A/b",
    "a..b/c",
    "a-.b/c",
    "-a",
    "a_",
    "",
    "a".repeat(64),
    `${"a".repeat(254)}/b`,
  ].flatMap((key) => [
    {
      what: `whose template has a label with a key that none can have: ${key}`,
      fields: labels({ [key]: "b" }),
      refused: "spec.template",
    },
    {
      what: `that looks for a key that no label can have: ${key}`,
      fields: { ...selects(expression(key, "DoesNotExist")), ...labels({ c: "d" }) },
      refused: "spec.selector",
    },
  ]),
  ...["a--b.c9/D_.-e", "a.b/c", "9", "a".repeat(63), `${"a".repeat(253)}/b`].flatMap((key) => [
    { what: `whose template has a label with the key ${key}`, fields: labels({ [key]: "b" }) },
    {
      what: `that looks for the key ${key}`,
      fields: { ...selects(expression(key, "DoesNotExist")), ...labels({ c: "d" }) },
    },
  ]),
  { what: "whose template has an annotation with capitals", fields: annotations({ "A.B/c": "any text" }) },
  {
    what: "whose template has an annotation with a key that none can have",
    fields: annotations({ "a b": "c" }),
    refused: "spec.template",
  },
  {
    what: "whose template has as much in its annotations as an object can have",
    fields: annotations({ a: "b".repeat(256 * 1024 - 3), c: "d" }),
  },
  {
    what: "whose template has more in its annotations than an object can have",
    fields: annotations({ a: "b".repeat(256 * 1024 - 2), c: "d" }),
    refused: "spec.template",
  },
  {
    what: "whose template has a label with a value that none can have",
    fields: labels({ a: "b c" }),
    refused: "spec.template",
  },
  {
    what: "whose template has a label that is too long",
    fields: labels({ a: "b".repeat(64) }),
    refused: "spec.template",
  },
  {
    what: "with a name for Machines",
    fields: { "spec.machineNaming": { template: "{{ .cluster.name }}-{{ .machineSet.name }}-{{ .random }}" } },
  },
  {
    what: "with names that are not random",
    fields: { "spec.machineNaming": { template: "{{ .machineSet.name }}" } },
    refused: "spec.machineNaming.template",
  },
  {
    what: "with names of what there is not",
    fields: { "spec.machineNaming": { template: "{{ .machine.name }}-{{ .random }}" } },
    refused: "spec.machineNaming.template",
  },
  {
    what: "with names that no object can have",
    fields: { "spec.machineNaming": { template: "A-{{ .random }}" } },
    refused: "spec.machineNaming.template",
  },
  {
    what: "with names that end with a dash",
    fields: { "spec.machineNaming": { template: "{{ .random }}-" } },
    refused: "spec.machineNaming.template",
  },
  {
    what: "with names of a template that does not end",
    fields: { "spec.machineNaming": { template: "{{ .random }}-{{" } },
    refused: "spec.machineNaming.template",
  },
  {
    what: "with names that a function makes",
    fields: { "spec.machineNaming": { template: '{{ printf "%.3s" .cluster.name }}-{{ .random }}' } },
    refused: "spec.machineNaming.template",
    upstream: { does: "admit", why: "our core replaces the names alone" },
  },
];

const maxima = (maxSurge: unknown, maxUnavailable: unknown, type = "RollingUpdate"): Fields => ({
  "spec.rollout.strategy": {
    type,
    rollingUpdate: {
      ...(maxSurge === undefined ? {} : { maxSurge }),
      ...(maxUnavailable === undefined ? {} : { maxUnavailable }),
    },
  },
});
const strategy = "spec.rollout.strategy";

const ofDeployments: readonly Part[] = [
  { what: "with a name as long as a label's value", fields: { "metadata.name": "d".repeat(63) } },
  { what: "with a name that no label can have", fields: { "metadata.name": "d".repeat(64) }, refused: "metadata.name" },
  {
    what: "that selects its Cluster, which its template does not name",
    fields: { "spec.selector": { matchLabels: { [clusterLabel]: "c1" } } },
  },
  { what: "that selects by its Cluster's name", fields: selects(expression(clusterLabel, "In", "c1")) },
  {
    what: "that selects another Cluster's name",
    fields: selects(expression(clusterLabel, "In", "c2")),
    refused: "spec.template",
  },
  { what: "that may surge by percents", fields: maxima("25%", "10%") },
  { what: "that may neither surge nor miss one", fields: maxima(0, 0), refused: strategy },
  { what: "that may not surge, and says no more", fields: maxima(0, undefined), refused: strategy },
  { what: "that may miss none, and says no more", fields: maxima(undefined, 0) },
  { what: "that may neither surge nor miss percents", fields: maxima("0%", "0%") },
  {
    what: "that waits for deletions, and may neither surge nor miss one",
    fields: maxima(0, 0, "OnDelete"),
    refused: strategy,
  },
  { what: "that waits for deletions, and may not surge", fields: maxima(0, undefined, "OnDelete") },
  { what: "that may surge by words", fields: maxima("many", 1), refused: "maxSurge" },
  { what: "that may miss a number written as a string", fields: maxima(1, "1"), refused: "maxUnavailable" },
  { what: "that remediates some at once", fields: { "spec.remediation.maxInFlight": "20%" } },
  { what: "that remediates a word at once", fields: { "spec.remediation.maxInFlight": "few" }, refused: "maxInFlight" },
];

function casesOf(kind: ResourceKind, parts: readonly Part[]): readonly AdmissionCase[] {
  return parts.map((part) => ({ kind, ...part }));
}

const workers: readonly Part[] = [
  {
    what: "of workers with the taint of control planes",
    fields: {
      "spec.template.spec.taints": [
        { key: "node-role.kubernetes.io/control-plane", effect: "NoSchedule", propagation: "Always" },
      ],
    },
    refused: "taints",
  },
];

export const setCases: readonly AdmissionCase[] = [
  ...[MachineSet, MachineDeployment].flatMap((kind) => [
    ...casesOf(kind, [...ofBoth, ...workers]),
    ...machineSpecCases(kind, "spec.template.spec"),
  ]),
  ...casesOf(MachineDeployment, ofDeployments),
];
