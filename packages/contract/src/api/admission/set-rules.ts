import { type CelRule } from "../../kubernetes/structural-schema.ts";
import { labels } from "../../names/labels.ts";
import { type AdmissionRule } from "./admission-rule.ts";
import { templateMetadataRules } from "./label-rules.ts";
import { immutable, machineSpecRules, workerSpecRules } from "./machine-spec-rules.ts";
import { nameIsLabelValue } from "./object-name.ts";
import { numberOrPercentage } from "./quantity-rules.ts";
import { selectorRules } from "./selector-rules.ts";

/** The fields whose names differ between versions. */
interface MachineDeploymentFields {
  readonly naming: string;
  readonly strategy: string;
  readonly remediation: string;
}

/** In v1beta1 the template may be missing, and then belongs to no Cluster. */
const oneCluster: CelRule = {
  rule: "has(self.template) && has(self.template.spec) && self.clusterName == self.template.spec.clusterName",
  message: "spec.clusterName and spec.template.spec.clusterName must be set to the same value",
  fieldPath: ".clusterName",
};

// Controllers add the Cluster's name to the template's labels, whether or not the selector uses it.
const templateLabels = "self.?template.?metadata.?labels.orValue({})";
const has = (key: string) => `(${key} == '${labels.clusterName}' || ${key} in ${templateLabels})`;
const valueOf = (key: string) => `(${key} == '${labels.clusterName}' ? self.clusterName : ${templateLabels}[${key}])`;

const selectsTemplate: readonly CelRule[] = [
  "!has(self.selector.matchLabels) || self.selector.matchLabels.all(key, " +
    `key == '${labels.clusterName}' || (${has("key")} && ${valueOf("key")} == self.selector.matchLabels[key]))`,
  "!has(self.selector.matchExpressions) || self.selector.matchExpressions.all(each, " +
    `each.operator == 'In' ? ${has("each.key")} && has(each.values) && ${valueOf("each.key")} in each.values : ` +
    `each.operator == 'NotIn' ? !${has("each.key")} || !has(each.values) || !(${valueOf("each.key")} in each.values) : ` +
    `each.operator == 'Exists' ? ${has("each.key")} : !${has("each.key")})`,
].map((rule) => ({ rule, message: "labels of spec.template must match spec.selector", fieldPath: ".template" }));

// The placeholders in naming templates of Machines.
const placeholder = String.raw`\{\{-? *\.(random|cluster\.name|machineSet\.name) *-?\}\}`;
const end = `([a-z0-9]|${placeholder})`;
const label = `${end}+(-+${end}+)*`;

const naming: readonly CelRule[] = [
  { rule: "self.contains('{{ .random }}')", message: "invalid template, {{ .random }} is missing" },
  {
    rule: String.raw`self.matches(r'^${label}(\.${label})*$')`,
    message: "must generate valid object names and only use {{ .random }}, {{ .machineSet.name }} and {{ .cluster.name }}",
  },
];

/** The admission rules of MachineSets; `template` is the field with the naming template. */
export function machineSetRules(template: string): readonly AdmissionRule[] {
  const spec = "spec.template.spec";
  return [
    immutable("spec.clusterName"),
    { at: "spec", rules: [oneCluster, ...selectsTemplate] },
    ...selectorRules("spec.selector"),
    ...templateMetadataRules("spec.template.metadata"),
    ...machineSpecRules(spec),
    ...workerSpecRules(spec),
    { at: template, rules: naming },
  ];
}

/** The admission rules of MachineDeployments. */
export function machineDeploymentRules(fields: MachineDeploymentFields): readonly AdmissionRule[] {
  const bounds = `${fields.strategy}.rollingUpdate`;
  return [
    nameIsLabelValue,
    ...machineSetRules(fields.naming),
    numberOrPercentage(`${bounds}.maxSurge`),
    numberOrPercentage(`${bounds}.maxUnavailable`),
    numberOrPercentage(`${fields.remediation}.maxInFlight`),
    { at: fields.strategy, rules: [advances] },
  ];
}

/** In a rolling update, omitted bounds default to 1 above and 0 below the desired number. With OnDelete, both bounds may be omitted. */
const advances: CelRule = {
  rule:
    "self.?rollingUpdate.?maxSurge.orValue(1) != 0 || " +
    "self.?rollingUpdate.?maxUnavailable.orValue(self.?type.orValue('') == 'OnDelete' ? 1 : 0) != 0",
  message: "maxUnavailable and maxSurge cannot both be 0",
  fieldPath: ".rollingUpdate",
};
