import { isJsonObject, listAt, objectAt, quantityNanos, textAt } from "@capstan/kube";
import { checkQualifiedName } from "../../../object/names.ts";
import { type ResourceList, resourcesAt } from "../../../object/resource-list.ts";
import { type FieldError, forbiddenAt, invalidAt, required } from "../../../status/field-error.ts";
import { type KindRules } from "./cells.ts";
import { checkResourceName } from "./resource-names.ts";

export const limitRangeRules: KindRules = {
  complete: (object) => {
    const spec = objectAt(object, "spec");
    if (spec === undefined || !Array.isArray(spec.limits)) return object;
    return { ...object, spec: { ...spec, limits: spec.limits.map(withLimits) } };
  },
  validate: (object) => {
    const limits = listAt(object, "spec", "limits");
    const types = limits.map((limit) => textAt(limit, "type") ?? "");
    return limits.flatMap((limit, index) => {
      const at = `spec.limits[${index}]`;
      const type = types[index] ?? "";
      const isRepeated = types.indexOf(type) < index;
      return [
        ...checkType(type, `${at}.type`),
        ...(isRepeated ? [{ type: "Duplicate value", field: `${at}.type`, value: type } as const] : []),
        ...checkItem(limit, type, at),
      ];
    });
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

const types = ["Pod", "Container", "PersistentVolumeClaim"];

function checkType(type: string, field: string): FieldError[] {
  const problems = type === "" ? [invalidAt(field, type, "name part must be non-empty")] : [];
  const ofName = [...problems, ...checkQualifiedName(type, field).slice(problems.length)];
  if (ofName.length > 0 || type.includes("/") || types.includes(type)) return ofName;
  return [invalidAt(field, type, "must be a standard limit type or fully qualified")];
}

const fields = ["max", "min", "default", "defaultRequest", "maxLimitRequestRatio"] as const;
type Field = (typeof fields)[number];

function checkItem(limit: unknown, type: string, at: string): FieldError[] {
  const own = (field: Field): ResourceList => resourcesAt(limit, field);
  const isForbidden = (field: Field): boolean =>
    type === "Pod" && (field === "default" || field === "defaultRequest") && Object.keys(own(field)).length > 0;
  const errors = fields.flatMap((field): FieldError[] => [
    ...(field === "maxLimitRequestRatio" ? checkClaim(limit, type, at) : []),
    ...(isForbidden(field)
      ? [forbiddenAt(`${at}.${field}`, "may not be specified when `type` is 'Pod'")]
      : Object.keys(own(field)).flatMap((name) => checkResource(name, type, `${at}.${field}[${name}]`))),
  ]);
  const shown = fields.filter((field) => !isForbidden(field));
  const names = new Set(shown.flatMap((field) => Object.keys(own(field))));
  const stated = (name: string) => Object.fromEntries(shown.map((field) => [field, own(field)[name]])) as Stated;
  return [...errors, ...[...names].flatMap((name) => checkOrder(stated(name), name, at))];
}

function checkClaim(limit: unknown, type: string, at: string): FieldError[] {
  if (type !== "PersistentVolumeClaim") return [];
  if (textAt(limit, "min", "storage") !== undefined || textAt(limit, "max", "storage") !== undefined) return [];
  return [required(`${at}.limits`, "either minimum or maximum storage value is required, but neither was provided")];
}

const ofContainers = ["cpu", "memory", "ephemeral-storage"];

function checkResource(name: string, type: string, field: string): FieldError[] {
  const problems = checkResourceName(name, field);
  if (type !== "Pod" && type !== "Container") return problems;
  const isShort = !name.includes("/");
  if (isShort && !ofContainers.includes(name) && !name.startsWith("hugepages-")) {
    problems.push(invalidAt(field, name, "must be a standard resource for containers"));
  } else if (!isShort && !name.includes("kubernetes.io/") && name.startsWith("requests.")) {
    problems.push(invalidAt(field, name, "doesn't follow extended resource name standard"));
  }
  return problems;
}

type Stated = Readonly<Partial<Record<Field, string>>>;

/** Validates the order: the minimum must not exceed the maximum, and defaults must be between them. */
function checkOrder(stated: Stated, name: string, at: string): FieldError[] {
  const { min, max, default: limit, defaultRequest: request, maxLimitRequestRatio: ratio } = stated;
  const amount = (value: string | undefined): bigint | undefined =>
    value === undefined ? undefined : quantityNanos(value);
  const isMore = (one: string | undefined, other: string | undefined): boolean => {
    const [more, less] = [amount(one), amount(other)];
    return more !== undefined && less !== undefined && more > less;
  };
  const refuse = (field: Field, value: unknown, detail: string): FieldError =>
    invalidAt(`${at}.${field}[${name}]`, value, detail);
  const [is, of] = [" is greater than ", (what: string, value = "") => `${what} value ${value}`];
  const errors: FieldError[] = [];
  if (isMore(min, max)) errors.push(refuse("min", min, `${of("min", min)}${is}${of("max", max)}`));
  if (isMore(min, request)) {
    errors.push(refuse("defaultRequest", request, `${of("min", min)}${is}${of("default request", request)}`));
  }
  if (isMore(request, max)) {
    errors.push(refuse("defaultRequest", request, `${of("default request", request)}${is}${of("max", max)}`));
  }
  if (isMore(request, limit)) {
    const detail = `${of("default request", request)}${is}${of("default limit", limit)}`;
    errors.push(refuse("defaultRequest", request, detail));
  }
  // The error shows the other value, as on the real server.
  if (isMore(min, limit)) errors.push(refuse("default", min, `${of("min", min)}${is}${of("default", limit)}`));
  if (isMore(limit, max)) errors.push(refuse("default", max, `${of("default", limit)}${is}${of("max", max)}`));
  if (isMore("1", ratio)) {
    errors.push(refuse("maxLimitRequestRatio", ratio, `ratio ${ratio} is less than 1`));
  }
  const highest = Number(amount(max)) / Number(amount(min));
  if (Number(amount(ratio)) / 1e9 > highest) {
    const detail = `ratio ${ratio} is greater than max/min = ${highest.toFixed(6)}`;
    errors.push(refuse("maxLimitRequestRatio", ratio, detail));
  }
  return errors;
}
