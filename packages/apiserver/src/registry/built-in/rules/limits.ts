import { isJsonObject, objectAt, textAt } from "@capstan/kube";
import { type Cell, type KindRules } from "./cells.ts";

export const limitRangeRules: KindRules = {
  complete: (object) => {
    const spec = objectAt(object, "spec");
    if (spec === undefined || !Array.isArray(spec.limits)) return object;
    return { ...object, spec: { ...spec, limits: spec.limits.map(withLimits) } };
  },
  cells: { "Created At": (object) => object.metadata.creationTimestamp ?? null },
};

/** Sets the default limits and requests of a container limit. */
function withLimits(limit: unknown): unknown {
  if (!isJsonObject(limit) || limit.type !== "Container") return limit;
  const filled = { ...objectAt(limit, "max"), ...objectAt(limit, "default") };
  const requests = { ...filled, ...objectAt(limit, "min"), ...objectAt(limit, "defaultRequest") };
  return {
    ...limit,
    ...(Object.keys(filled).length === 0 ? {} : { default: filled }),
    ...(Object.keys(requests).length === 0 ? {} : { defaultRequest: requests }),
  };
}

export const resourceQuotaRules: KindRules = { cells: { Request: quotaCell(false), Limit: quotaCell(true) } };

/** A cell with usage and hard limits: of `limits.*`, or of everything else. */
function quotaCell(isLimit: boolean): Cell {
  return (object) => {
    const used = objectAt(object, "status", "used") ?? {};
    return Object.entries(objectAt(object, "status", "hard") ?? {})
      .filter(([name]) => name.startsWith("limits.") === isLimit)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, hard]) => `${name}: ${textAt(used, name) ?? "0"}/${String(hard)}`)
      .join(", ");
  };
}
