import { isJsonObject, type JsonObject } from "@capstan/kube";
import { BootstrapDataError } from "../input/bootstrap-data-error.ts";
import type { InstanceData } from "../input/instance-data.ts";

const firstLine = /^##\s*template:\s*jinja[^\n]*(\n|$)/i;
const rawBlock = /\{%-?\s*raw\s*-?%\}([\s\S]*?)\{%-?\s*endraw\s*-?%\}/y;
const variable = /^[A-Za-z_][\w-]*(\.[A-Za-z_][\w-]*)*$/;
const literal = /^(?:'([^'\\]*)'|"([^"\\]*)")$/;

/**
 * Renders user data that declares itself a Jinja template, as cloud-init does before it parses the data; returns other user data unchanged.
 * As in cloud-init, an unknown variable becomes `CI_MISSING_JINJA_VAR/<name>`.
 *
 * @throws `BootstrapDataError` statements, filters and expressions other than names, which are not supported.
 */
export function renderJinja(userData: string, instance: InstanceData): string {
  const header = firstLine.exec(userData);
  if (header === null) return userData;
  const values = variables(instance);
  return render(userData.slice(header[0].length), values);
}

/** Linear: an unclosed tag is literal, and so is every later tag of its kind. */
function render(template: string, values: ReadonlyMap<string, string>): string {
  const opening = /\{[{%#]/g;
  const rendered: string[] = [];
  const unclosed = new Set<string>();
  let [copied, position] = [0, 0];
  for (;;) {
    opening.lastIndex = position;
    const found = opening.exec(template);
    if (found === null) break;
    const { 0: open, index: at } = found;
    const tag = unclosed.has(open) ? undefined : tagAt(template, at, open);
    if (tag === undefined) {
      unclosed.add(open);
      position = at + 1;
      continue;
    }
    const line = (): string => `line ${template.slice(0, at).split("\n").length + 1}`;
    if (tag.kind === "statement") throw unsupported(line(), "a Jinja statement ({% ... %})");
    const text = tag.kind === "expression" ? valueOf(tag.text.trim(), values, line) : tag.text;
    rendered.push(template.slice(copied, at), text);
    copied = position = tag.end;
  }
  return rendered.join("") + template.slice(copied);
}

interface Tag {
  readonly kind: "expression" | "statement" | "text";
  /** The content of an expression; otherwise the replacement of the tag. */
  readonly text: string;
  readonly end: number;
}

function tagAt(template: string, at: number, open: string): Tag | undefined {
  if (open === "{%") {
    rawBlock.lastIndex = at;
    const text = rawBlock.exec(template)?.[1];
    return text === undefined
      ? { kind: "statement", text: "", end: at }
      : { kind: "text", text, end: rawBlock.lastIndex };
  }
  const close = template.indexOf(open === "{{" ? "}}" : "#}", at + 2);
  if (close === -1) return undefined;
  if (open === "{#") return { kind: "text", text: "", end: close + 2 };
  return { kind: "expression", text: template.slice(at + 2, close), end: close + 2 };
}

function valueOf(expression: string, values: ReadonlyMap<string, string>, line: () => string): string {
  const [, single, double] = literal.exec(expression) ?? [];
  const text = single ?? double;
  if (text !== undefined) return text;
  if (!variable.test(expression)) throw unsupported(line(), "a Jinja expression that is not the name of a variable");
  // cloud-init also offers each name with underscores for hyphens.
  return values.get(expression.replaceAll("-", "_")) ?? `CI_MISSING_JINJA_VAR/${expression}`;
}

function unsupported(line: string, what: string): BootstrapDataError {
  return new BootstrapDataError(
    "BootstrapDataTemplateInvalid",
    line,
    `${what} is not supported; use variables such as {{ ds.meta_data.local_hostname }}, or {% raw %} for literal braces`,
  );
}

function variables({ instanceID, localHostname, cloudName = "unknown", metadata = {} }: InstanceData) {
  return new Map([
    ...leaves(metadata, "ds.meta_data"),
    ["ds.meta_data.local_hostname", localHostname],
    ["ds.meta_data.hostname", localHostname],
    ["ds.meta_data.instance_id", instanceID],
    ["v1.local_hostname", localHostname],
    ["v1.instance_id", instanceID],
    ["v1.cloud_name", cloudName],
    // cloud-init also offers the fields of v1 without their prefix.
    ["local_hostname", localHostname],
    ["instance_id", instanceID],
    ["cloud_name", cloudName],
  ]);
}

function leaves(object: JsonObject, at: string): [string, string][] {
  return Object.entries(object).flatMap(([key, value]): [string, string][] => {
    const name = `${at}.${key.replaceAll("-", "_")}`;
    if (isJsonObject(value)) return leaves(value, name);
    return typeof value === "string" || typeof value === "number" ? [[name, String(value)]] : [];
  });
}
