import { fieldsOf, isJsonObject, type JsonObject } from "@capstan/kube";
import { invalid } from "../input/bootstrap-data-error.ts";

/** A user, and the fields that the data sets, with underscores for hyphens. */
export interface PlannedUser {
  readonly at: string;
  readonly name: string;
  readonly fields: JsonObject;
}

/**
 * The entries of `users`: a list of names and mappings, a mapping by name, or names with commas.
 *
 * @throws `BootstrapDataError` another form.
 */
export function readUsers(value: unknown): PlannedUser[] {
  if (value === undefined || value === null) return [];
  if (typeof value === "string") return names(value, "users");
  if (Array.isArray(value)) return value.flatMap((entry: unknown, index) => user(entry, `users[${index}]`));
  if (!isJsonObject(value)) throw invalid("users", "must be a list");
  return Object.entries(value).flatMap(([name, entry]) => {
    if (isJsonObject(entry)) return user({ ...entry, name }, `users.${name}`);
    return entry === true ? names(name, `users.${name}`) : [];
  });
}

function user(entry: unknown, at: string): PlannedUser[] {
  if (typeof entry === "string") return names(entry, at);
  if (!isJsonObject(entry)) throw invalid(at, "must be a name or a mapping");
  const { name = "default", ...rest } = entry;
  if (typeof name !== "string" || name === "" || name.startsWith("-")) throw invalid(`${at}.name`, "must be a name");
  const fields = Object.fromEntries(
    Object.entries(fieldsOf(rest)).map(([key, one]) => [key.replaceAll("-", "_"), one]),
  );
  return [{ at, name, fields }];
}

function names(text: string, at: string): PlannedUser[] {
  return text.split(",").flatMap((one) => (one.trim() === "" ? [] : user({ name: one.trim() }, at)));
}
