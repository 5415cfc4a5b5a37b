import { dnsSubdomainProblems, tooLong } from "./dns-name.ts";

const name = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
const nameForm = new RegExp(`^${name}$`);
const valueForm = new RegExp(`^(${name})?$`);
const longest = 63;

const nameRule = `must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '${name}')`;
const valueRule = `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(${name})?')`;

/**
 * The problems of a key of a label or annotation, or of a finalizer: `name` or `prefix/name`. They have the messages of the API server;
 * empty if there is no problem.
 */
export function labelKeyProblems(key: string): string[] {
  const [first = "", second, ...more] = key.split("/");
  if (more.length > 0) {
    return [`a valid label key ${nameRule} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  }
  return second === undefined ? nameProblems(first) : [...prefixProblems(first), ...nameProblems(second)];
}

/** The problems of the value of a label, with the messages of the API server; empty if there is no problem. */
export function labelValueProblems(value: string): string[] {
  return [...(value.length > longest ? [tooLong(longest)] : []), ...(valueForm.test(value) ? [] : [valueRule])];
}

function prefixProblems(prefix: string): string[] {
  const problems = prefix === "" ? ["must be non-empty"] : dnsSubdomainProblems(prefix);
  return problems.map((problem) => `prefix part ${problem}`);
}

function nameProblems(text: string): string[] {
  const lengths = text === "" ? ["must be non-empty"] : text.length > longest ? [tooLong(longest)] : [];
  return [...lengths, ...(nameForm.test(text) ? [] : [nameRule])].map((problem) => `name part ${problem}`);
}
