import { groupVersionOf, isJsonObject, type JsonObject, listAt, objectAt, textAt, without } from "@capstan/kube";
import { type ApiObject, withMetadata } from "../../../object/api-object.ts";
import { checkName } from "../../../object/names.ts";
import { type FieldError, invalidAt, required } from "../../../status/field-error.ts";
import { complete } from "../../complete.ts";
import { type ResourceVersion } from "../../resource.ts";
import { at, type Cell, count, type KindRules } from "./cells.ts";

const defaultUtilization = 80;

/** The annotation in which `autoscaling/v1` stores data that it has no fields for. */
const metricsAnnotation = "autoscaling.alpha.kubernetes.io/metrics";
const behaviorAnnotation = "autoscaling.alpha.kubernetes.io/behavior";

export const autoscalerRules: KindRules = {
  convert: (object, version) => (version.name === "v1" ? toV1(object, version) : toV2(object, version)),
  complete: withTarget,
  validate: checkAutoscaler,
  cells: {
    Reference: (object) =>
      `${textAt(object, "spec", "scaleTargetRef", "kind") ?? ""}/${textAt(object, "spec", "scaleTargetRef", "name") ?? ""}`,
    Targets: targetsCell,
    MinPods: (object, now) => String(at("spec", "minReplicas")("<unset>")(object, now)),
    MaxPods: asText(count("spec", "maxReplicas")),
    Replicas: asText(count("status", "currentReplicas")),
  },
};

function asText(cell: Cell): Cell {
  return (object, now) => cell(object, now);
}

function checkAutoscaler(object: ApiObject): FieldError[] {
  const { minReplicas, maxReplicas } = objectAt(object, "spec") ?? {};
  const max = typeof maxReplicas === "number" ? maxReplicas : 0;
  const min = typeof minReplicas === "number" ? minReplicas : 1;
  return [
    ...(min < 1 ? [invalidAt("spec.minReplicas", min, "must be greater than or equal to 1")] : []),
    ...(max < 1 ? [required("spec.maxReplicas", "must be set and greater than 0")] : []),
    ...(max < min ? [invalidAt("spec.maxReplicas", max, "must be greater than or equal to `minReplicas`")] : []),
    ...checkTarget(objectAt(object, "spec", "scaleTargetRef"), "spec.scaleTargetRef"),
  ];
}

function checkTarget(target: JsonObject | undefined, path: string): FieldError[] {
  const errors = ["kind", "name"].flatMap((field) => {
    const value = textAt(target, field) ?? "";
    return value === "" ? [required(`${path}.${field}`)] : checkName(value, "path-segment", `${path}.${field}`);
  });
  const apiVersion = textAt(target, "apiVersion") ?? "";
  const why = groupProblem(apiVersion);
  // The only scalable kind of the core group.
  const isCore = textAt(target, "kind") === "ReplicationController";
  return why === undefined || isCore ? errors : [...errors, invalidAt(`${path}.apiVersion`, apiVersion, why)];
}

function groupProblem(apiVersion: string): string | undefined {
  if (/\/.*\//.test(apiVersion)) return `unexpected GroupVersion string: ${apiVersion}`;
  return groupVersionOf(apiVersion).group === "" ? "apiVersion must specify API group" : undefined;
}

/** The first version targets the CPU by default, as the second does. */
function withTarget(object: ApiObject): ApiObject {
  const spec = objectAt(object, "spec") ?? {};
  const isStated =
    spec.targetCPUUtilizationPercentage !== undefined || metricsAnnotation in (object.metadata.annotations ?? {});
  if (object.apiVersion !== "autoscaling/v1" || isStated) return object;
  return { ...object, spec: { ...spec, targetCPUUtilizationPercentage: defaultUtilization } };
}

function toV2(object: ApiObject, version: ResourceVersion): ApiObject {
  const spec = objectAt(object, "spec") ?? {};
  const { annotations } = object.metadata;
  const cpu = spec.targetCPUUtilizationPercentage;
  const metrics = [...(typeof cpu === "number" ? [cpuMetric(cpu)] : []), ...listOf(annotations?.[metricsAnnotation])];
  const behavior = objectOf(annotations?.[behaviorAnnotation]);
  const rest = without(annotations ?? {}, metricsAnnotation, behaviorAnnotation);
  const next = withMetadata(object, { annotations: Object.keys(rest).length === 0 ? undefined : rest });
  return complete({ rules: {} }, version, {
    ...next,
    apiVersion: "autoscaling/v2",
    spec: {
      ...without(spec, "targetCPUUtilizationPercentage"),
      ...(metrics.length === 0 ? {} : { metrics }),
      ...(behavior === undefined ? {} : { behavior }),
    },
    status: { currentMetrics: null, ...without(objectAt(object, "status") ?? {}, "currentCPUUtilizationPercentage") },
  });
}

function toV1(object: ApiObject, version: ResourceVersion): ApiObject {
  const { metrics, behavior, ...spec } = objectAt(object, "spec") ?? {};
  const all = Array.isArray(metrics) ? (metrics as unknown[]) : [];
  const cpu = all.find(isCpu);
  const others = all.filter((metric) => metric !== cpu);
  const kept = {
    ...(others.length === 0 ? {} : { [metricsAnnotation]: JSON.stringify(others) }),
    ...(behavior === undefined ? {} : { [behaviorAnnotation]: JSON.stringify(behavior) }),
  };
  const annotations = { ...object.metadata.annotations, ...kept };
  const next = withMetadata(object, { annotations: Object.keys(annotations).length === 0 ? undefined : annotations });
  const target = objectAt(cpu, "resource", "target")?.averageUtilization;
  return complete({ rules: {} }, version, {
    ...next,
    apiVersion: "autoscaling/v1",
    spec: { ...spec, ...(target === undefined ? {} : { targetCPUUtilizationPercentage: target }) },
  });
}

function cpuMetric(averageUtilization: number): JsonObject {
  return { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization } } };
}

function isCpu(metric: unknown): boolean {
  const target = objectAt(metric, "resource", "target");
  return textAt(metric, "resource", "name") === "cpu" && typeof target?.averageUtilization === "number";
}

function listOf(text: string | undefined): unknown[] {
  const value = parsed(text);
  return Array.isArray(value) ? value : [];
}

function objectOf(text: string | undefined): JsonObject | undefined {
  const value = parsed(text);
  return isJsonObject(value) ? value : undefined;
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

/** The target metrics; current values are `<unknown>` until a controller reports them. */
function targetsCell(object: ApiObject): string {
  const cpu = objectAt(object, "spec")?.targetCPUUtilizationPercentage;
  const metrics = typeof cpu === "number" ? [cpuMetric(cpu)] : listAt(object, "spec", "metrics");
  const current = listAt(object, "status", "currentMetrics");
  const shown = metrics.slice(0, 2).map((metric, index) => {
    const name = textAt(metric, "resource", "name") ?? textAt(metric, "type") ?? "";
    const wanted = objectAt(metric, "resource", "target")?.averageUtilization;
    const found = objectAt(current[index], "resource", "current")?.averageUtilization;
    return `${name}: ${typeof found === "number" ? `${found}%` : "<unknown>"}/${typeof wanted === "number" ? wanted : 0}%`;
  });
  if (shown.length === 0) return "<none>";
  return metrics.length > 2 ? `${shown.join(", ")} + ${metrics.length - 2} more...` : shown.join(", ");
}
