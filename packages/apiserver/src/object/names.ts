import { randomInt } from "node:crypto";
import { dnsLabelProblems, dnsSubdomainProblems, labelKeyProblems, labelValueProblems } from "@capstan/kube";
import { type FieldError, invalidAt } from "../status/field-error.ts";

/** The format of a resource's object names. */
export type NameRule = "subdomain" | "label" | "path-segment";

/** Validates a name; the errors are about `field`. */
export function checkName(name: string, rule: NameRule, field: string): FieldError[] {
  const invalid = (detail: string): FieldError => invalidAt(field, name, detail);
  if (rule === "path-segment") {
    if (name === "." || name === "..") return [invalid(`may not be '${name}'`)];
    return ["/", "%"].filter((part) => name.includes(part)).map((part) => invalid(`may not contain '${part}'`));
  }
  const problems = rule === "label" ? dnsLabelProblems(name) : dnsSubdomainProblems(name);
  // The real server counts characters in messages about names.
  return problems.map((problem) => invalid(problem.replace(/ bytes$/, " characters")));
}

const label1035 = "[a-z]([-a-z0-9]*[a-z0-9])?";
const label1035Form = new RegExp(`^${label1035}$`);
const longestLabel = 63;

/** The problems of a string as an RFC 1035 label, worded as by the API server; empty if there are none. */
export function label1035Problems(text: string): string[] {
  const problems = text.length > longestLabel ? [`must be no more than ${longestLabel} characters`] : [];
  if (label1035Form.test(text)) return problems;
  return [
    ...problems,
    `a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '${label1035}')`,
  ];
}

const alphabet = "bcdfghjklmnpqrstvwxz2456789";
const suffixLength = 5;
const longestGenerated = 63;

/** A random name that begins with `generateName`, as from the API server. */
export function generateName(prefix: string): string {
  const base = prefix.slice(0, longestGenerated - suffixLength);
  return base + Array.from({ length: suffixLength }, () => alphabet[randomInt(alphabet.length)]).join("");
}

/** Validates keys of labels and annotations, and finalizers: `name` or `prefix/name`. */
export function checkQualifiedName(key: string, field: string, shown: unknown = key): FieldError[] {
  return labelKeyProblems(key).map((detail) => invalidAt(field, shown, detail));
}

export function checkLabelValue(value: string, field: string): FieldError[] {
  return labelValueProblems(value).map((detail) => invalidAt(field, value, detail));
}
