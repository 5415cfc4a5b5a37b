import {
  isEmptySelector,
  labelSelectorText,
  isMalformedText,
  jsonEqual,
  lenientLabelMatcher,
  listAt,
  objectAt,
  textAt,
  isJsonObject,
  type JsonObject,
} from "@capstan/kube";
import { type ApiObject, withMetadata } from "../../../object/api-object.ts";
import { checkLabels } from "../../../object/metadata-rules.ts";
import { type FieldError, forbiddenAt, invalidAt, required, unsupported } from "../../../status/field-error.ts";
import { type Cells, containerCells, count, type KindRules, labels, selector } from "./cells.ts";
import { immutable, notNegative, unchanged } from "./field-errors.ts";
import { completeTemplate } from "./pod-spec.ts";
import { checkPodSpec } from "./pod-validation.ts";

const template = ["spec", "template", "spec"] as const;
const wide: Cells = { ...containerCells(...template), Selector: selector("spec", "selector") };

export const deploymentRules: KindRules = {
  generationCounts: ["annotations"],
  statusKeeps: ["labels"],
  complete: (object) =>
    withRolling(completeTemplate(object, ...template), "strategy", { maxUnavailable: "25%", maxSurge: "25%" }),
  validate: (object, previous) => [
    ...checkRecreate(object),
    ...checkWorkload(object, previous),
    ...unchanged(object, previous, ["spec.selector"]),
  ],
  cells: {
    ...wide,
    Ready: (object, now) => `${String(readyReplicas(object, now))}/${String(count("spec", "replicas")(object, now))}`,
    "Up-to-date": count("status", "updatedReplicas"),
    Available: count("status", "availableReplicas"),
  },
};

const readyReplicas = count("status", "readyReplicas");

export const daemonSetRules: KindRules = {
  complete: (object) =>
    withRolling(withTemplateGeneration(completeTemplate(object, ...template)), "updateStrategy", {
      maxUnavailable: 1,
      maxSurge: 0,
    }),
  prepareForUpdate: (object, previous) => withTemplateGeneration(object, previous),
  validate: (object, previous) => [
    ...checkWorkload(object, previous),
    ...unchanged(object, previous, ["spec.selector"]),
  ],
  cells: {
    ...wide,
    Desired: count("status", "desiredNumberScheduled"),
    Current: count("status", "currentNumberScheduled"),
    Ready: count("status", "numberReady"),
    "Up-to-date": count("status", "updatedNumberScheduled"),
    Available: count("status", "numberAvailable"),
    "Node Selector": labels(...template, "nodeSelector"),
  },
};

export const replicaSetRules: KindRules = {
  complete: (object) => completeTemplate(object, ...template),
  validate: (object, previous) => [
    ...checkWorkload(object, previous),
    ...unchanged(object, previous, ["spec.selector"]),
  ],
  cells: { ...wide, Desired: count("spec", "replicas"), Current: count("status", "replicas"), Ready: readyReplicas },
};

export const replicationControllerRules: KindRules = {
  orphansByDefault: true,
  complete: (object) => {
    const own = objectAt(object, ...template.slice(0, 2), "metadata", "labels");
    const done = completeTemplate(object, ...template);
    if (own === undefined) return done;
    const labeled =
      object.metadata.labels === undefined ? withMetadata(done, { labels: own as Record<string, string> }) : done;
    const spec = objectAt(labeled, "spec") ?? {};
    return spec.selector === undefined ? { ...labeled, spec: { ...spec, selector: own } } : labeled;
  },
  validate: checkReplicationController,
  cells: {
    ...wide,
    Selector: labels("spec", "selector"),
    Desired: count("spec", "replicas"),
    Current: count("status", "replicas"),
    Ready: readyReplicas,
  },
};

export const statefulSetRules: KindRules = {
  complete: (object) =>
    withClaims(withRolling(completeTemplate(object, ...template), "updateStrategy", { partition: 0 })),
  validate: (object, previous) => [...checkWorkload(object, previous), ...checkStatefulSetUpdate(object, previous)],
  cells: {
    ...containerCells(...template),
    Ready: (object, now) => `${String(readyReplicas(object, now))}/${String(count("spec", "replicas")(object, now))}`,
  },
};

export const podTemplateRules: KindRules = {
  complete: (object) => completeTemplate(object, "template", "spec"),
  validate: (object) => [
    ...checkLabels(objectAt(object, "template", "metadata", "labels") as Labels, "template.labels"),
    ...checkPodSpec(objectAt(object, "template", "spec") ?? {}, "template.spec"),
  ],
  cells: { ...containerCells("template", "spec"), "Pod Labels": labels("template", "metadata", "labels") },
};

type Labels = Readonly<Record<string, string>> | undefined;

function checkReplicationController(object: ApiObject, previous: ApiObject | undefined): FieldError[] {
  const spec = objectAt(object, "spec") ?? {};
  const own = objectAt(spec, "selector") ?? {};
  const labelsOf = objectAt(spec, "template", "metadata", "labels") ?? {};
  const numbers = notNegative(object, "spec.minReadySeconds", "spec.replicas");
  if (Object.keys(own).length === 0) numbers.push(required("spec.selector"));
  if (objectAt(spec, "template") === undefined) return [...numbers, required("spec.template")];
  const isMatch = Object.entries(own).every(([key, value]) => labelsOf[key] === value);
  const detail = "`selector` does not match template `labels`";
  return [
    ...numbers,
    ...(isMatch ? [] : [invalidAt("spec.template.metadata.labels", labelsOf, detail)]),
    ...checkTemplate(spec, objectAt(previous, "spec")),
    ...checkRestartPolicy(spec),
  ];
}

const templateGeneration = "deprecated.daemonset.template.generation";

/** An annotation counts the changes of a DaemonSet's template. */
function withTemplateGeneration(object: ApiObject, previous?: ApiObject): ApiObject {
  const { annotations } = object.metadata;
  const before = previous?.metadata.annotations?.[templateGeneration] ?? annotations?.[templateGeneration];
  const isChanged =
    previous !== undefined && !jsonEqual(objectAt(object, "spec")?.template, objectAt(previous, "spec")?.template);
  const generation = String(before === undefined ? 1 : Number(before) + (isChanged ? 1 : 0));
  return withMetadata(object, { annotations: { ...annotations, [templateGeneration]: generation } });
}

/** Sets defaults of a rolling update; other strategies have no such field. */
function withRolling(object: ApiObject, field: string, defaults: JsonObject): ApiObject {
  const spec = objectAt(object, "spec") ?? {};
  const strategy = objectAt(spec, field);
  if (textAt(strategy, "type") !== "RollingUpdate") return object;
  const rollingUpdate = { ...defaults, ...objectAt(strategy, "rollingUpdate") };
  return { ...object, spec: { ...spec, [field]: { ...strategy, rollingUpdate } } };
}

/** Sets the kind of a StatefulSet's volume claim templates. */
function withClaims(object: ApiObject): ApiObject {
  const spec = objectAt(object, "spec") ?? {};
  const claims = spec.volumeClaimTemplates;
  if (!Array.isArray(claims)) return object;
  const stated = claims.map((claim: unknown) => ({
    kind: "PersistentVolumeClaim",
    apiVersion: "v1",
    ...(isJsonObject(claim) ? claim : {}),
  }));
  return { ...object, spec: { ...spec, volumeClaimTemplates: stated } };
}

/** Validates all workloads with a Pod template and a selector. */
function checkWorkload(object: ApiObject, previous: ApiObject | undefined): FieldError[] {
  const spec = objectAt(object, "spec") ?? {};
  const own = objectAt(spec, "selector");
  const matched = objectAt(own, "matchLabels") as Record<string, string> | undefined;
  const wrong = checkLabels(matched, "spec.selector.matchLabels");
  return [
    ...notNegative(object, "spec.replicas", "spec.minReadySeconds"),
    ...checkSelector(own, object.kind),
    ...(wrong.length > 0 || !isReadable(own)
      ? [...wrong, invalidAt("spec.selector", own, "invalid label selector")]
      : checkPods(own, spec, objectAt(previous, "spec"))),
  ];
}

/** Whether the requirements of a selector can be formatted as a string. */
function isReadable(own: JsonObject | undefined): boolean {
  try {
    labelSelectorText(own ?? {});
    return true;
  } catch (error) {
    if (isMalformedText(error)) return false;
    throw error;
  }
}

function checkPods(own: JsonObject | undefined, spec: JsonObject, previous: JsonObject | undefined): FieldError[] {
  return [
    ...checkSelected(own, objectAt(spec, "template", "metadata", "labels")),
    ...checkRestartPolicy(spec),
    ...checkTemplate(spec, previous),
  ];
}

/** Unchanged parts were validated before. */
function checkTemplate(spec: JsonObject, previous: JsonObject | undefined): FieldError[] {
  if (previous !== undefined && jsonEqual(spec.template, previous.template)) return [];
  return checkPodSpec(objectAt(spec, ...template.slice(1)) ?? {}, template.join("."));
}

function checkSelector(own: JsonObject | undefined, kind: string): FieldError[] {
  // The real server calls a ReplicaSet a deployment here.
  const named = kind === "ReplicaSet" ? "deployment" : kind.toLowerCase();
  // A DaemonSet without a selector selects nothing, which another error reports.
  if (own === undefined) return kind === "DaemonSet" ? [] : [required("spec.selector")];
  return isEmptySelector(own) ? [invalidAt("spec.selector", own, `empty selector is invalid for ${named}`)] : [];
}

function checkSelected(own: JsonObject | undefined, labelsOf: JsonObject | undefined): FieldError[] {
  if (own !== undefined && isEmptySelector(own)) return [];
  const isMatch = own !== undefined && lenientLabelMatcher(own)(labelsOf as Record<string, string> | undefined);
  const detail = "`selector` does not match template `labels`";
  return isMatch ? [] : [invalidAt("spec.template.metadata.labels", labelsOf ?? null, detail)];
}

function checkRestartPolicy(spec: JsonObject): FieldError[] {
  const policy = textAt(spec, "template", "spec", "restartPolicy");
  if (policy === undefined || policy === "Always") return [];
  const field = "spec.template.spec.restartPolicy";
  return [unsupported(field, policy, ["Always"])];
}

function checkRecreate(object: ApiObject): FieldError[] {
  const strategy = objectAt(object, "spec", "strategy");
  if (textAt(strategy, "type") !== "Recreate" || objectAt(strategy, "rollingUpdate") === undefined) return [];
  const detail = "may not be specified when strategy `type` is 'Recreate'";
  return [forbiddenAt("spec.strategy.rollingUpdate", detail)];
}

const changeable = [
  "replicas",
  "ordinals",
  "template",
  "updateStrategy",
  "revisionHistoryLimit",
  "persistentVolumeClaimRetentionPolicy",
  "minReadySeconds",
];

function checkStatefulSetUpdate(object: ApiObject, previous: ApiObject | undefined): FieldError[] {
  const fields = Object.keys({ ...objectAt(object, "spec"), ...objectAt(previous, "spec") });
  const fixed = fields.filter((field) => !changeable.includes(field)).map((field) => `spec.${field}`);
  if (unchanged(object, previous, fixed, immutable).length === 0) return [];
  const detail =
    "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";
  return [forbiddenAt("spec", detail)];
}

export const controllerRevisionRules: KindRules = {
  validate: (object, previous) => [
    ...(object.data === null || object.data === undefined ? [required("data", "data is mandatory")] : []),
    ...notNegative(object, "revision"),
    ...unchanged(object, previous, ["data"]),
  ],
  cells: { Controller: controllerCell, Revision: count("revision") },
};

function controllerCell(object: ApiObject): string {
  const owner = listAt(object, "metadata", "ownerReferences").find(
    (one) => isJsonObject(one) && one.controller === true,
  );
  if (owner === undefined) return "<none>";
  const group = (textAt(owner, "apiVersion") ?? "").split("/").slice(0, -1).join("");
  return `${(textAt(owner, "kind") ?? "").toLowerCase()}${group === "" ? "" : `.${group}`}/${textAt(owner, "name") ?? ""}`;
}
