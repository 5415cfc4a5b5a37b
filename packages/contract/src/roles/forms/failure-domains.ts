import { fieldsOf, isJsonObject } from "@capstan/kube";
import { type FailureDomain } from "../../fields/cluster-fields.ts";
import { type Form, type ReportFault } from "./form.ts";

/** A list of named failure domains, which in v1beta2 must have at least one item (rule IC-007). */
export const domainList: Form = {
  read(json, report): FailureDomain[] | undefined {
    if (!Array.isArray(json)) {
      report("", "a list", json);
      return undefined;
    }
    return json.flatMap((item: unknown, index) => {
      const at = `[${String(index)}]`;
      const name = isJsonObject(item) ? item.name : undefined;
      if (typeof name === "string" && name !== "") return readDomain(name, item, at, report);
      report(`${at}.name`, "a string that is not empty", name);
      return [];
    });
  },
  fromNewest: (list) => (Array.isArray(list) && list.length === 0 ? undefined : list),
};

/** A map of failure domains by name (rule IC-006). */
export const domainMap: Form = {
  read(json, report): FailureDomain[] | undefined {
    if (isJsonObject(json)) {
      const names = Object.keys(json).sort();
      return names.flatMap((name) => readDomain(name, json[name], `.${name}`, report));
    }
    report("", "a map", json);
    return undefined;
  },
  toNewest(json) {
    if (!isJsonObject(json)) return json;
    const domains = fieldsOf(json);
    const names = Object.keys(domains).sort();
    return names.length === 0 ? undefined : names.map((name) => ({ name, ...fieldsOf(domains[name]) }));
  },
  fromNewest(json) {
    if (!Array.isArray(json)) return json;
    const entries = (json as readonly unknown[])
      .map(fieldsOf)
      .map(({ name, ...domain }) => [String(name), domain] as const);
    return entries.length === 0 ? undefined : Object.fromEntries(entries);
  },
};

function readDomain(name: string, value: unknown, at: string, report: ReportFault): FailureDomain[] {
  if (!isJsonObject(value)) {
    report(at, "an object", value);
    return [];
  }
  const { controlPlane = false, attributes } = value;
  if (typeof controlPlane !== "boolean") {
    report(`${at}.controlPlane`, "a boolean", controlPlane);
    return [];
  }
  if (attributes !== undefined && !isStringMap(attributes)) {
    report(`${at}.attributes`, "a map of strings", attributes);
    return [];
  }
  return [{ name, controlPlane, ...(attributes === undefined ? {} : { attributes }) }];
}

function isStringMap(value: unknown): value is Record<string, string> {
  return isJsonObject(value) && Object.values(value).every((entry) => typeof entry === "string");
}
