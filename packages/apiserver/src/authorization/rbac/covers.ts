import { type PolicyRule } from "../authorizer.ts";
import { urlCovers } from "./rule-matching.ts";

const everything = "*";

/** One verb on one resource (with at most one name), or on one URL. */
interface SingleRight {
  readonly verb: string;
  readonly group?: string;
  readonly resource?: string;
  readonly name?: string;
  readonly url?: string;
}

/** The permissions in `wanted` that `owned` does not cover, as rules for one resource or URL each. */
export function missingRules(owned: readonly PolicyRule[], wanted: readonly PolicyRule[]): PolicyRule[] {
  const missing = wanted.flatMap(singleRights).filter((right) => !owned.some((rule) => covers(rule, right)));
  return compacted(missing);
}

function singleRights(rule: PolicyRule): SingleRight[] {
  const { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
  const names = resourceNames.length === 0 ? [{}] : resourceNames.map((name) => ({ name }));
  return [
    ...apiGroups.flatMap((group) =>
      resources.flatMap((resource) =>
        verbs.flatMap((verb) => names.map((name): SingleRight => ({ verb, group, resource, ...name }))),
      ),
    ),
    ...nonResourceURLs.flatMap((url) => verbs.map((verb) => ({ verb, url }))),
  ];
}

function covers(rule: PolicyRule, { verb, group, resource, name, url }: SingleRight): boolean {
  const { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
  if (!verbs.includes(everything) && !verbs.includes(verb)) return false;
  if (url !== undefined) return resourceNames.length === 0 && nonResourceURLs.some((own) => urlCovers(own, url));
  return (
    (apiGroups.includes(everything) || apiGroups.includes(group ?? "")) &&
    coversResource(resources, resource ?? "") &&
    (resourceNames.length === 0 || (name !== undefined && resourceNames.includes(name)))
  );
}

function coversResource(owned: readonly string[], resource: string): boolean {
  if (owned.includes(everything) || owned.includes(resource)) return true;
  const at = resource.indexOf("/");
  return at !== -1 && owned.includes(`*/${resource.slice(at + 1)}`);
}

/** Merges permissions on one resource, which differ only in their verbs, into one rule. */
function compacted(rights: readonly SingleRight[]): PolicyRule[] {
  const rules = new Map<string, PolicyRule>();
  const others: PolicyRule[] = [];
  for (const { verb, group, resource, name, url } of rights) {
    if (url !== undefined) others.push({ verbs: [verb], nonResourceURLs: [url] });
    else {
      const key = JSON.stringify([group, resource, name]);
      const known = rules.get(key);
      rules.set(key, {
        apiGroups: [group ?? ""],
        resources: [resource ?? ""],
        ...(name === undefined ? {} : { resourceNames: [name] }),
        verbs: [...(known?.verbs ?? []), verb],
      });
    }
  }
  return [...others, ...rules.values()];
}

/** Formats a rule in one line, as the API server does. */
export function describeRule(rule: PolicyRule): string {
  const parts = [
    ["APIGroups", rule.apiGroups],
    ["Resources", rule.resources],
    ["NonResourceURLs", rule.nonResourceURLs],
    ["ResourceNames", rule.resourceNames],
    ["Verbs", rule.verbs],
  ] as const;
  const stated = parts.flatMap(([name, values = []]) => (values.length === 0 ? [] : [`${name}:${quotedList(values)}`]));
  return `{${stated.join(", ")}}`;
}

/** Formats a list of strings as Go does. */
export function quotedList(values: readonly string[]): string {
  return `[${values.map((value) => JSON.stringify(value)).join(" ")}]`;
}
