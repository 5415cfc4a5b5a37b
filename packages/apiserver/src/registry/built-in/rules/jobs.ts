import { isJsonObject, jsonEqual, listAt, objectAt, textAt } from "@capstan/kube";
import { type ApiObject, withMetadata } from "../../../object/api-object.ts";
import { type FieldError, invalidAt, required } from "../../../status/field-error.ts";
import { ageOf, humanDuration } from "../../columns/standard-columns.ts";
import { scheduleProblem } from "./cron-schedule.ts";
import { at, containerCells, type KindRules, selector, size, text } from "./cells.ts";
import { notNegative, unchanged } from "./field-errors.ts";
import { completeTemplate } from "./pod-spec.ts";
import { checkPodSpec } from "./pod-validation.ts";

const template = ["spec", "template", "spec"] as const;
const mostRetries = 2 ** 31 - 1;

export const jobRules: KindRules = {
  orphansByDefault: true,
  complete: (object) => withCounts(completeTemplate(object, ...template)),
  prepareForCreate: withSelector,
  validate: (object, previous) => [
    ...notNegative(object, "spec.parallelism", "spec.completions", "spec.backoffLimit"),
    ...(previous === undefined ? checkPodSpec(objectAt(object, ...template) ?? {}, template.join(".")) : []),
    ...checkRestartPolicy(object, "spec.template.spec"),
    ...checkUpdate(object, previous),
  ],
  cells: {
    ...containerCells(...template),
    Selector: selector("spec", "selector"),
    Status: jobStatus,
    Completions: (object) => {
      const { completions, parallelism } = objectAt(object, "spec") ?? {};
      const { succeeded } = objectAt(object, "status") ?? {};
      const done = typeof succeeded === "number" ? succeeded : 0;
      if (typeof completions === "number") return `${done}/${completions}`;
      return typeof parallelism === "number" && parallelism > 1 ? `${done}/1 of ${parallelism}` : `${done}/1`;
    },
    Duration: (object, now) => {
      const start = textAt(object, "status", "startTime");
      const end = textAt(object, "status", "completionTime");
      return start === undefined ? "" : humanDuration((end === undefined ? now : Date.parse(end)) - Date.parse(start));
    },
  },
};

export const cronJobRules: KindRules = {
  complete: (object) => completeTemplate(object, "spec", "jobTemplate", ...template),
  validate: (object) => [
    ...checkSchedule(textAt(object, "spec", "schedule") ?? ""),
    ...checkPodSpec(
      objectAt(object, "spec", "jobTemplate", ...template) ?? {},
      `spec.jobTemplate.${template.join(".")}`,
    ),
    ...checkRestartPolicy(object, "spec.jobTemplate.spec.template.spec"),
    ...checkName(object),
  ],
  cells: {
    ...containerCells("spec", "jobTemplate", ...template),
    Selector: selector("spec", "jobTemplate", "spec", "selector"),
    Schedule: text("spec", "schedule"),
    Timezone: at("spec", "timeZone")("<none>"),
    Suspend: (object) => (objectAt(object, "spec")?.suspend === true ? "True" : "False"),
    Active: size("status", "active"),
    "Last Schedule": (object, now) => {
      const last = textAt(object, "status", "lastScheduleTime");
      return last === undefined ? "<none>" : ageOf(last, now);
    },
  },
};

function checkSchedule(schedule: string): FieldError[] {
  const field = "spec.schedule";
  if (schedule === "") return [required(field)];
  if (schedule.includes("TZ")) {
    return [invalidAt(field, schedule, "cannot use TZ or CRON_TZ in schedule, use timeZone field instead")];
  }
  const problem = scheduleProblem(schedule);
  return problem === undefined ? [] : [invalidAt(field, schedule, problem)];
}

function checkName({ metadata }: ApiObject): FieldError[] {
  if (metadata.name.length <= 52) return [];
  const detail = "must be no more than 52 characters";
  return [invalidAt("metadata.name", metadata.name, detail)];
}

/** Sets defaults for completions, parallelism and the back-off limit of a Job. */
function withCounts(object: ApiObject): ApiObject {
  const spec = objectAt(object, "spec") ?? {};
  const labels = objectAt(spec, "template", "metadata", "labels") as Record<string, string> | undefined;
  const isLabeled = Object.keys(object.metadata.labels ?? {}).length > 0 || labels === undefined;
  const given = spec.parallelism === undefined || spec.parallelism === 1;
  const filled = {
    ...(spec.completions === undefined && given && spec.completionMode !== "Indexed" ? { completions: 1 } : {}),
    backoffLimit: spec.backoffLimitPerIndex === undefined ? 6 : mostRetries,
    podReplacementPolicy: spec.podFailurePolicy === undefined ? "TerminatingOrFailed" : "Failed",
    ...spec,
  };
  return { ...(isLabeled ? object : withMetadata(object, { labels })), spec: filled };
}

/** A Job selects its Pods by its uid, unless its author sets a selector. */
function withSelector(object: ApiObject): ApiObject {
  const spec = objectAt(object, "spec") ?? {};
  if (spec.manualSelector === true) return object;
  const { name, uid = "" } = object.metadata;
  const labels = {
    "batch.kubernetes.io/controller-uid": uid,
    "batch.kubernetes.io/job-name": name,
    "controller-uid": uid,
    "job-name": name,
  };
  const own = objectAt(spec, "template") ?? {};
  const metadata = objectAt(own, "metadata") ?? {};
  const labeled = { ...own, metadata: { ...metadata, labels: { ...objectAt(metadata, "labels"), ...labels } } };
  const found = { matchLabels: { "batch.kubernetes.io/controller-uid": uid } };
  const isOwn = jsonEqual(object.metadata.labels ?? {}, objectAt(metadata, "labels") ?? {});
  const named = isOwn ? withMetadata(object, { labels: { ...object.metadata.labels, ...labels } }) : object;
  return { ...named, spec: { ...spec, selector: found, template: labeled } };
}

function checkRestartPolicy(object: ApiObject, path: string): FieldError[] {
  const policy = textAt(object, ...path.split("."), "restartPolicy");
  if (policy === "OnFailure" || policy === "Never") return [];
  const field = `${path}.restartPolicy`;
  return [{ ...required(field), type: "Required value", detail: 'valid values: "OnFailure", "Never"' }];
}

function checkUpdate(object: ApiObject, previous: ApiObject | undefined): FieldError[] {
  const isStarted =
    textAt(previous, "status", "startTime") !== undefined || objectAt(previous, "spec")?.suspend !== true;
  const fields = [
    "spec.selector",
    "spec.completionMode",
    "spec.podFailurePolicy",
    "spec.backoffLimitPerIndex",
    "spec.managedBy",
  ];
  return unchanged(object, previous, [
    ...(objectAt(object, "spec")?.completionMode === "Indexed" ? [] : ["spec.completions"]),
    ...fields,
    ...(isStarted ? ["spec.template"] : []),
  ]);
}

const laterConditions = ["Suspended", "FailureTarget", "SuccessCriteriaMet"];

function jobStatus(object: ApiObject): string {
  const isTrue = (type: string): boolean =>
    listAt(object, "status", "conditions").some(
      (one) => isJsonObject(one) && one.type === type && one.status === "True",
    );
  const ended = ["Complete", "Failed"].find(isTrue);
  if (ended !== undefined) return ended;
  if (object.metadata.deletionTimestamp !== undefined) return "Terminating";
  return laterConditions.find(isTrue) ?? "Running";
}
