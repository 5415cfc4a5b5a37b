import { isJsonObject, type JsonObject, writeYaml } from "@capstan/kube";
import { managersOf, type Owners, ownersOfField, ownersOfItem } from "./field-managers.ts";
import type { YamlLine } from "./protocol.ts";

/** An object as YAML, with the managers of each field at the line where it begins. */
export function yamlLines(object: JsonObject, owners: Owners): YamlLine[] {
  return Object.entries(object).flatMap(([name, value]) => fieldLines(name, value, ownersOfField(owners, name)));
}

function fieldLines(name: string, value: unknown, owners: Owners): YamlLine[] {
  if (!hasLinesOfItsOwn(value)) return textLines(dumped({ [name]: value }), owners);
  const key = dumped({ [name]: null }).replace(/ null$/, "");
  const below = isJsonObject(value) ? indented(yamlLines(value, owners)) : itemLines(value, owners);
  return [{ text: key, managers: managersOf(owners) }, ...below];
}

function itemLines(items: readonly unknown[], owners: Owners): YamlLine[] {
  return items.flatMap((item, index) => {
    const own = ownersOfItem(owners, item, index);
    if (!hasLinesOfItsOwn(item)) return textLines(dumped([item]), own);
    const [first, ...rest] = isJsonObject(item) ? yamlLines(item, own) : itemLines(item, own);
    const managers = [...new Set([...managersOf(own), ...(first?.managers ?? [])])].sort();
    return [{ text: `- ${first?.text ?? ""}`, managers }, ...indented(rest)];
  });
}

/** The lines of a scalar or an empty value; the first line has its managers. */
function textLines(text: string, owners: Owners): YamlLine[] {
  return text.split("\n").map((line, index) => ({ text: line, managers: index === 0 ? managersOf(owners) : [] }));
}

function indented(lines: readonly YamlLine[]): YamlLine[] {
  return lines.map((line) => (line.text === "" ? line : { ...line, text: `  ${line.text}` }));
}

function hasLinesOfItsOwn(value: unknown): value is JsonObject | readonly unknown[] {
  return Array.isArray(value) ? value.length > 0 : isJsonObject(value) && Object.keys(value).length > 0;
}

function dumped(value: unknown): string {
  return writeYaml(value, { lineWidth: -1, noRefs: true }).replace(/\n$/, "");
}
