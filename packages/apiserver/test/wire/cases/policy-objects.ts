import { sending, type WireRequest } from "./wire-case.ts";

const admission = "/apis/admissionregistration.k8s.io/v1";
const policed = { namespaceSelector: { matchLabels: { policed: "yes" } } };
const secrets = {
  resourceRules: [
    { apiGroups: [""], apiVersions: ["v1"], resources: ["secrets"], operations: ["CREATE", "UPDATE", "DELETE"] },
  ],
  ...policed,
};
const labels = "has(object.metadata.labels) && object.metadata.labels";

/** Policies for Secrets in namespaces with a label, selected by a field of the Secret. */
export const policies: readonly WireRequest[] = [
  sending(`POST ${admission}/validatingadmissionpolicies`, {
    metadata: { name: "judge" },
    spec: {
      matchConstraints: secrets,
      variables: [
        { name: "asked", expression: `request.operation != 'DELETE' && ${labels}[?'refuse'].orValue('') != ''` },
      ],
      validations: [
        { expression: "!variables.asked", message: "it asked to be refused" },
        {
          expression: `request.operation == 'DELETE' || !(${labels}[?'forbid'].orValue('') != '')`,
          messageExpression: "'not ' + object.metadata.name",
          reason: "Forbidden",
        },
        {
          expression: `request.operation == 'DELETE' || !(${labels}[?'fail'].orValue('') != '') || object.data['none'] == 'a'`,
        },
        {
          expression:
            "request.operation != 'DELETE' || !has(oldObject.metadata.labels) || !('keep' in oldObject.metadata.labels)",
          message: "it is kept",
        },
      ],
    },
  }),
  sending(`POST ${admission}/validatingadmissionpolicybindings`, {
    metadata: { name: "judge" },
    spec: { policyName: "judge", validationActions: ["Deny"] },
  }),
  sending(`POST ${admission}/validatingadmissionpolicies`, {
    metadata: { name: "warner" },
    spec: {
      matchConstraints: secrets,
      matchConditions: [
        { name: "asked", expression: `request.operation != 'DELETE' && ${labels}[?'warn'].orValue('') != ''` },
      ],
      validations: [{ expression: "false", messageExpression: "'be careful with ' + object.metadata.name" }],
    },
  }),
  sending(`POST ${admission}/validatingadmissionpolicybindings`, {
    metadata: { name: "warner" },
    spec: { policyName: "warner", validationActions: ["Warn"] },
  }),
  sending(`POST ${admission}/mutatingadmissionpolicies`, {
    metadata: { name: "marker" },
    spec: {
      matchConstraints: {
        ...secrets,
        resourceRules: [{ ...secrets.resourceRules[0], operations: ["CREATE", "UPDATE"] }],
      },
      failurePolicy: "Fail",
      reinvocationPolicy: "Never",
      mutations: [
        {
          patchType: "ApplyConfiguration",
          applyConfiguration: { expression: "Object{metadata: Object.metadata{annotations: {'seen': 'yes'}}}" },
        },
      ],
    },
  }),
  sending(`POST ${admission}/mutatingadmissionpolicybindings`, {
    metadata: { name: "marker" },
    spec: { policyName: "marker" },
  }),
];
