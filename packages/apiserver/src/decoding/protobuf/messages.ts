/** How one field is read. `?` keeps a zero that Go holds behind a pointer: there it was stated. */
export type FieldType =
  | "string"
  | "int"
  | "int?"
  | "bool?"
  | "base64"
  | "time"
  | "micro-time"
  | "json"
  | { readonly message: Message }
  | { readonly list: FieldType }
  | { readonly map: FieldType };

/** The fields of a message by number: name and type. */
export type Message = ReadonlyMap<number, readonly [name: string, type: FieldType]>;

function message(fields: Readonly<Record<number, readonly [string, FieldType]>>): Message {
  return new Map(Object.entries(fields).map(([number, field]) => [Number(number), field]));
}

const strings: FieldType = { map: "string" };

const ownerReference = message({
  1: ["kind", "string"],
  3: ["name", "string"],
  4: ["uid", "string"],
  5: ["apiVersion", "string"],
  6: ["controller", "bool?"],
  7: ["blockOwnerDeletion", "bool?"],
});

const managedFields = message({
  1: ["manager", "string"],
  2: ["operation", "string"],
  3: ["apiVersion", "string"],
  4: ["time", "time"],
  6: ["fieldsType", "string"],
  7: ["fieldsV1", "json"],
  8: ["subresource", "string"],
});

const objectMeta = message({
  1: ["name", "string"],
  2: ["generateName", "string"],
  3: ["namespace", "string"],
  4: ["selfLink", "string"],
  5: ["uid", "string"],
  6: ["resourceVersion", "string"],
  7: ["generation", "int"],
  8: ["creationTimestamp", "time"],
  9: ["deletionTimestamp", "time"],
  10: ["deletionGracePeriodSeconds", "int?"],
  11: ["labels", strings],
  12: ["annotations", strings],
  13: ["ownerReferences", { list: { message: ownerReference } }],
  14: ["finalizers", { list: "string" }],
  17: ["managedFields", { list: { message: managedFields } }],
});

const metadata = ["metadata", { message: objectMeta }] as const;

const objectReference = message({
  1: ["kind", "string"],
  2: ["namespace", "string"],
  3: ["name", "string"],
  4: ["uid", "string"],
  5: ["apiVersion", "string"],
  6: ["resourceVersion", "string"],
  7: ["fieldPath", "string"],
});

const eventSource: FieldType = { message: message({ 1: ["component", "string"], 2: ["host", "string"] }) };
const eventSeries: FieldType = { message: message({ 1: ["count", "int"], 2: ["lastObservedTime", "micro-time"] }) };
const reference: FieldType = { message: objectReference };

const subjects: FieldType = {
  list: {
    message: message({
      1: ["kind", "string"],
      2: ["apiGroup", "string"],
      3: ["name", "string"],
      4: ["namespace", "string"],
    }),
  },
};
const roleRef: FieldType = {
  message: message({ 1: ["apiGroup", "string"], 2: ["kind", "string"], 3: ["name", "string"] }),
};
const textLists = (...names: readonly string[]): Message =>
  message(Object.fromEntries(names.map((name, index) => [index + 1, [name, { list: "string" }] as const])));
const rules: FieldType = {
  list: { message: textLists("verbs", "apiGroups", "resources", "resourceNames", "nonResourceURLs") },
};
const labelSelector = message({
  1: ["matchLabels", strings],
  2: [
    "matchExpressions",
    {
      list: {
        message: message({ 1: ["key", "string"], 2: ["operator", "string"], 3: ["values", { list: "string" }] }),
      },
    },
  ],
});
const aggregationRule: FieldType = {
  message: message({ 1: ["clusterRoleSelectors", { list: { message: labelSelector } }] }),
};
const roleBinding = message({ 1: metadata, 2: ["subjects", subjects], 3: ["roleRef", roleRef] });

/** The kinds that are read from protobuf, by apiVersion and kind. */
export const messages: Readonly<Record<string, Message>> = {
  "v1 Namespace": message({
    1: metadata,
    2: ["spec", { message: message({ 1: ["finalizers", { list: "string" }] }) }],
    3: ["status", { message: message({ 1: ["phase", "string"] }) }],
  }),
  "v1 ConfigMap": message({
    1: metadata,
    2: ["data", strings],
    3: ["binaryData", { map: "base64" }],
    4: ["immutable", "bool?"],
  }),
  "v1 Secret": message({
    1: metadata,
    2: ["data", { map: "base64" }],
    3: ["type", "string"],
    4: ["stringData", strings],
    5: ["immutable", "bool?"],
  }),
  "v1 ServiceAccount": message({
    1: metadata,
    2: ["secrets", { list: reference }],
    3: ["imagePullSecrets", { list: { message: message({ 1: ["name", "string"] }) } }],
    4: ["automountServiceAccountToken", "bool?"],
  }),
  "v1 Event": message({
    1: metadata,
    2: ["involvedObject", reference],
    3: ["reason", "string"],
    4: ["message", "string"],
    5: ["source", eventSource],
    6: ["firstTimestamp", "time"],
    7: ["lastTimestamp", "time"],
    8: ["count", "int"],
    9: ["type", "string"],
    10: ["eventTime", "micro-time"],
    11: ["series", eventSeries],
    12: ["action", "string"],
    13: ["related", reference],
    14: ["reportingComponent", "string"],
    15: ["reportingInstance", "string"],
  }),
  "events.k8s.io/v1 Event": message({
    1: metadata,
    2: ["eventTime", "micro-time"],
    3: ["series", eventSeries],
    4: ["reportingController", "string"],
    5: ["reportingInstance", "string"],
    6: ["action", "string"],
    7: ["reason", "string"],
    8: ["regarding", reference],
    9: ["related", reference],
    10: ["note", "string"],
    11: ["type", "string"],
    12: ["deprecatedSource", eventSource],
    13: ["deprecatedFirstTimestamp", "time"],
    14: ["deprecatedLastTimestamp", "time"],
    15: ["deprecatedCount", "int"],
  }),
  "rbac.authorization.k8s.io/v1 ClusterRole": message({
    1: metadata,
    2: ["rules", rules],
    3: ["aggregationRule", aggregationRule],
  }),
  "rbac.authorization.k8s.io/v1 ClusterRoleBinding": roleBinding,
  "rbac.authorization.k8s.io/v1 Role": message({ 1: metadata, 2: ["rules", rules] }),
  "rbac.authorization.k8s.io/v1 RoleBinding": roleBinding,
  "coordination.k8s.io/v1 Lease": message({
    1: metadata,
    2: [
      "spec",
      {
        message: message({
          1: ["holderIdentity", "string"],
          2: ["leaseDurationSeconds", "int?"],
          3: ["acquireTime", "micro-time"],
          4: ["renewTime", "micro-time"],
          5: ["leaseTransitions", "int?"],
          6: ["strategy", "string"],
          7: ["preferredHolder", "string"],
        }),
      },
    ],
  }),
};

/** The options of a delete request, whatever version they are sent in. */
export const deleteOptions: Message = message({
  1: ["gracePeriodSeconds", "int?"],
  2: ["preconditions", { message: message({ 1: ["uid", "string"], 2: ["resourceVersion", "string"] }) }],
  3: ["orphanDependents", "bool?"],
  4: ["propagationPolicy", "string"],
  5: ["dryRun", { list: "string" }],
});
