import { type Attributes, isPath, type ResourceAttributes } from "../attributes.ts";
import { type PolicyRule } from "../authorizer.ts";

const everything = "*";

/** Whether a rule allows a request. */
export function ruleAllows(rule: PolicyRule, attributes: Attributes): boolean {
  if (!includes(rule.verbs, attributes.verb)) return false;
  if (isPath(attributes)) return (rule.nonResourceURLs ?? []).some((url) => urlCovers(url, attributes.path));
  return (
    includes(rule.apiGroups, attributes.group) && resourceMatches(rule, attributes) && nameMatches(rule, attributes)
  );
}

/** Whether the URL of a rule, which may end in `*`, covers a path, which may be such a URL itself. */
export function urlCovers(url: string, path: string): boolean {
  return url === path || (url.endsWith(everything) && path.startsWith(url.replace(/\*+$/, "")));
}

function includes(set: readonly string[] = [], wanted: string): boolean {
  return set.includes(everything) || set.includes(wanted);
}

function resourceMatches({ resources = [] }: PolicyRule, { resource, subresource }: ResourceAttributes): boolean {
  const combined = subresource === "" ? resource : `${resource}/${subresource}`;
  return includes(resources, combined) || (subresource !== "" && resources.includes(`*/${subresource}`));
}

function nameMatches({ resourceNames = [] }: PolicyRule, { name }: ResourceAttributes): boolean {
  return resourceNames.length === 0 || resourceNames.includes(name);
}
