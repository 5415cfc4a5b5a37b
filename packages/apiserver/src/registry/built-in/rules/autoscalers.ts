import { type JsonObject, listAt, objectAt, textAt, without } from "@capstan/kube";
import { type ApiObject } from "../../../object/api-object.ts";
import { type FieldError, invalidAt, required } from "../../../status/field-error.ts";
import { complete } from "../../complete.ts";
import { type ResourceVersion } from "../../resource.ts";
import { at, count, type KindRules } from "./cells.ts";

const defaultUtilization = 80;

export const autoscalerRules: KindRules = {
  convert: (object, version) => (version.name === "v1" ? toV1(object, version) : toV2(object, version)),
  complete: withTarget,
  validate: checkAutoscaler,
  cells: {
    Reference: (object) =>
      `${textAt(object, "spec", "scaleTargetRef", "kind") ?? ""}/${textAt(object, "spec", "scaleTargetRef", "name") ?? ""}`,
    Targets: targetsCell,
    MinPods: (object, now) => String(at("spec", "minReplicas")("<unset>")(object, now)),
    MaxPods: count("spec", "maxReplicas"),
    Replicas: count("status", "currentReplicas"),
  },
};

function checkAutoscaler(object: ApiObject): FieldError[] {
  const { minReplicas, maxReplicas } = objectAt(object, "spec") ?? {};
  const max = typeof maxReplicas === "number" ? maxReplicas : 0;
  const min = typeof minReplicas === "number" ? minReplicas : 1;
  return [
    ...(min < 1 ? [invalidAt("spec.minReplicas", min, "must be greater than or equal to 1")] : []),
    ...(max < 1 ? [required("spec.maxReplicas", "must be set and greater than 0")] : []),
    ...(max < min ? [invalidAt("spec.maxReplicas", max, "must be greater than or equal to `minReplicas`")] : []),
  ];
}

/** The first version targets the CPU by default, as the second does. */
function withTarget(object: ApiObject): ApiObject {
  const spec = objectAt(object, "spec") ?? {};
  if (object.apiVersion !== "autoscaling/v1" || spec.targetCPUUtilizationPercentage !== undefined) return object;
  return { ...object, spec: { ...spec, targetCPUUtilizationPercentage: defaultUtilization } };
}

function toV2(object: ApiObject, version: ResourceVersion): ApiObject {
  const spec = objectAt(object, "spec") ?? {};
  const cpu = spec.targetCPUUtilizationPercentage;
  return complete({ rules: {} }, version, {
    ...object,
    apiVersion: "autoscaling/v2",
    spec: {
      ...without(spec, "targetCPUUtilizationPercentage"),
      ...(typeof cpu === "number" ? { metrics: [cpuMetric(cpu)] } : {}),
    },
    status: { currentMetrics: null, ...without(objectAt(object, "status") ?? {}, "currentCPUUtilizationPercentage") },
  });
}

function toV1(object: ApiObject, version: ResourceVersion): ApiObject {
  const spec = without(objectAt(object, "spec") ?? {}, "metrics", "behavior");
  const cpu = listAt(object, "spec", "metrics").find(isCpu);
  const target = objectAt(cpu, "resource", "target")?.averageUtilization;
  return complete({ rules: {} }, version, {
    ...object,
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
