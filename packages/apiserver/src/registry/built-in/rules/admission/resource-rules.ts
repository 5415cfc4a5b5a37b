import { listAt } from "@capstan/kube";
import { checkName } from "../../../../object/names.ts";
import { type FieldError, invalidAt, required, unsupported } from "../../../../status/field-error.ts";
import { duplicates } from "../field-errors.ts";

const operations = ["*", "CONNECT", "CREATE", "DELETE", "UPDATE"];

/** Validates the rules of a webhook, policy or binding that select requests. */
export function checkResourceRules(rules: readonly unknown[], at: string): FieldError[] {
  return rules.flatMap((rule, index) => checkRule(rule, `${at}[${index}]`));
}

function checkRule(rule: unknown, at: string): FieldError[] {
  const names = listAt(rule, "resourceNames");
  const stated = listAt(rule, "operations");
  const versions = listAt(rule, "apiVersions");
  return [
    ...names.flatMap((name, index) => checkName(String(name), "path-segment", `${at}.resourceNames[${index}]`)),
    ...duplicates(names, (index) => `${at}.resourceNames[${index}]`),
    ...checkWildcard(stated, `${at}.operations`, "operations"),
    ...stated.flatMap((operation, index) =>
      operations.includes(String(operation)) ? [] : [unsupported(`${at}.operations[${index}]`, operation, operations)],
    ),
    ...checkWildcard(listAt(rule, "apiGroups"), `${at}.apiGroups`, "API groups"),
    ...checkWildcard(versions, `${at}.apiVersions`, "API versions"),
    ...versions.flatMap((version, index) => (version === "" ? [required(`${at}.apiVersions[${index}]`)] : [])),
    ...checkResources(listAt(rule, "resources").map(String), `${at}.resources`),
  ];
}

/** A wildcard must be the only item. */
function checkWildcard(items: readonly unknown[], at: string, what: string): FieldError[] {
  if (items.length === 0) return [required(at)];
  if (items.length === 1 || !items.includes("*")) return [];
  return [invalidAt(at, items, `if '*' is present, must not specify other ${what}`)];
}

function checkResources(resources: readonly string[], at: string): FieldError[] {
  if (resources.length === 0) return [required(at)];
  const errors: FieldError[] = [];
  const [everyPart, everyResource] = [new Set<string>(), new Set<string>()];
  let hasPlain = false;
  for (const [index, resource] of resources.entries()) {
    const field = `${at}[${index}]`;
    if (resource === "") errors.push(required(field));
    const slash = resource.indexOf("/");
    if (slash < 0) {
      if (resource !== "") hasPlain = resource !== "*";
      continue;
    }
    const [name, part] = [resource.slice(0, slash), resource.slice(slash + 1)];
    const present = (wildcard: string): FieldError =>
      invalidAt(field, resource, `if '${wildcard}' is present, must not specify ${resource}`);
    if (everyPart.has(name)) errors.push(present(`${name}/*`));
    if (everyResource.has(part)) errors.push(present(`*/${part}`));
    if (part === "*") everyPart.add(name);
    if (name === "*") everyResource.add(part);
  }
  if (resources.length > 1 && resources.includes("*/*")) {
    errors.push(invalidAt(at, resources, "if '*/*' is present, must not specify other resources"));
  }
  if (resources.includes("*") && hasPlain) {
    const detail = "if '*' is present, must not specify other resources without subresources";
    errors.push(invalidAt(at, resources, detail));
  }
  return errors;
}
