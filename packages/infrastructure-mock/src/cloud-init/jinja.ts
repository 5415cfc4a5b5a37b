import { BootstrapDataError } from "./bootstrap-data-error.ts";
import type { InstanceMetadata } from "./machine-image.ts";

const firstLine = /^##\s*template:\s*jinja[^\n]*(\n|$)/i;
const tag = /\{%-?\s*raw\s*-?%\}([\s\S]*?)\{%-?\s*endraw\s*-?%\}|\{\{([\s\S]*?)\}\}|\{#[\s\S]*?#\}|\{%/g;
const variable = /^[A-Za-z_][\w-]*(\.[A-Za-z_][\w-]*)*$/;
const literal = /^(?:'([^'\\]*)'|"([^"\\]*)")$/;

/**
 * Renders user data that declares itself a Jinja template, as cloud-init does before it parses it; other user data
 * is returned as it is. An unknown variable becomes `CI_MISSING_JINJA_VAR/<name>`, also as cloud-init has it.
 *
 * @throws {@link BootstrapDataError} statements, filters and expressions other than names: a mock machine supports none of them.
 */
export function renderJinja(userData: string, metadata: InstanceMetadata): string {
  const header = firstLine.exec(userData);
  if (header === null) return userData;
  const values = instanceData(metadata);
  const template = userData.slice(header[0].length);
  return template.replace(tag, (match: string, raw: string | undefined, expression: string | undefined, at: number) => {
    if (raw !== undefined) return raw;
    if (match.startsWith("{#")) return "";
    const line = `line ${template.slice(0, at).split("\n").length + 1}`;
    if (expression === undefined) throw unsupported(line, "a Jinja statement ({% ... %})");
    return valueOf(expression.trim(), values, line);
  });
}

function valueOf(expression: string, values: ReadonlyMap<string, string>, line: string): string {
  const [, single, double] = literal.exec(expression) ?? [];
  const text = single ?? double;
  if (text !== undefined) return text;
  if (!variable.test(expression)) throw unsupported(line, "a Jinja expression that is not the name of a variable");
  // cloud-init offers each name with its hyphens as underscores, too.
  return values.get(expression.replaceAll("-", "_")) ?? `CI_MISSING_JINJA_VAR/${expression}`;
}

function unsupported(line: string, what: string): BootstrapDataError {
  return new BootstrapDataError(
    "BootstrapDataTemplateInvalid",
    line,
    `${what} is not supported; use variables such as {{ ds.meta_data.local_hostname }}, or {% raw %} for literal braces`,
  );
}

function instanceData({ instanceID, localHostname }: InstanceMetadata): ReadonlyMap<string, string> {
  return new Map([
    ["ds.meta_data.local_hostname", localHostname],
    ["ds.meta_data.hostname", localHostname],
    ["ds.meta_data.instance_id", instanceID],
    ["v1.local_hostname", localHostname],
    ["v1.instance_id", instanceID],
    ["v1.cloud_name", "mock"],
    ["local_hostname", localHostname],
    ["instance_id", instanceID],
  ]);
}
