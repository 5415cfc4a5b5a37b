import { isJsonObject, isMalformedText, type JsonObject, parseJson, textAt } from "@capstan/kube";
import { BootstrapDataError, invalid } from "../input/bootstrap-data-error.ts";

/**
 * The document of an Ignition configuration, of spec 2 or 3.
 *
 * @throws `BootstrapDataError` it is not JSON, or of another version.
 */
export function ignitionDocument(text: string): JsonObject {
  let document: unknown;
  try {
    document = parseJson(text);
  } catch (error) {
    throw invalid("ignition", isMalformedText(error) ? error.reason : "cannot be read", { cause: error });
  }
  if (!isJsonObject(document)) throw invalid("ignition", "must be a JSON object");
  const version = textAt(document, "ignition", "version") ?? "";
  if (!/^[23]\.\d+\.\d+(-experimental)?$/.test(version)) {
    const problem = "must be a version of spec 2 or 3, such as 3.4.0";
    throw new BootstrapDataError("BootstrapDataFormatUnknown", "ignition.version", problem);
  }
  return document;
}

/** An entry of a list in an Ignition configuration, with its place. */
export interface Entry {
  readonly at: string;
  readonly fields: JsonObject;
}

/**
 * The entries of a list of objects; empty without one.
 *
 * @throws `BootstrapDataError` it is not a list of objects.
 */
export function entriesAt(document: JsonObject, section: string, list: string): Entry[] {
  const at = `${section}.${list}`;
  const parent = document[section];
  const value = isJsonObject(parent) ? parent[list] : undefined;
  return entriesOf(value, at);
}

/** The entries of `value`, a list at `at`. */
export function entriesOf(value: unknown, at: string): Entry[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw invalid(at, "must be a list");
  return value.map((entry: unknown, index) => {
    const place = `${at}[${index}]`;
    if (!isJsonObject(entry)) throw invalid(place, "must be an object");
    return { at: place, fields: entry };
  });
}

/**
 * A required string of an entry.
 *
 * @throws `BootstrapDataError` it is missing or not a string.
 */
export function requiredText({ at, fields }: Entry, name: string): string {
  const value = fields[name];
  if (typeof value !== "string" || value === "") throw invalid(`${at}.${name}`, "must be a string that is not empty");
  return value;
}
