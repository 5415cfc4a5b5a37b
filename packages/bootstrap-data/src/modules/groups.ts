import { isJsonObject } from "@capstan/kube";
import { invalid } from "../input/bootstrap-data-error.ts";
import type { BootStep } from "../steps/boot-step.ts";
import { script } from "../steps/new-step.ts";

const module = "users_groups";
const addGroup = [`getent group "$1" >/dev/null || exec groupadd "$1"`];
const addMember = [`getent passwd "$2" >/dev/null || exit 0`, `exec usermod -a -G "$1" "$2"`];

/** A step that adds a group, unless there is one. As in cloud-init, a failure does not end the module. */
export function groupStep(at: string, name: string): BootStep {
  return script({ module, at, onFailure: "continue" }, addGroup, ["add-group", name]);
}

/** `groups`: names with commas, or a list of names and of mappings from a name to its members. */
export function groupsSteps(value: unknown): BootStep[] {
  return readGroups(value).flatMap(([name, members]) => [
    groupStep("groups", name),
    ...members.map((member) => script({ module, at: "groups" }, addMember, ["add-member", name, member])),
  ]);
}

function readGroups(value: unknown): [string, string[]][] {
  if (value === undefined || value === null) return [];
  if (typeof value === "string") return namesIn(value).map((name) => [name, []]);
  if (isJsonObject(value)) return Object.entries(value).map(([name, list]) => [name, members(list, `groups.${name}`)]);
  if (!Array.isArray(value)) throw invalid("groups", "must be a list");
  return value.flatMap((entry: unknown, index): [string, string[]][] => {
    if (typeof entry === "string") return [[entry, []]];
    if (isJsonObject(entry)) return readGroups(entry);
    throw invalid(`groups[${index}]`, "must be a name or a mapping");
  });
}

function members(value: unknown, at: string): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value;
  throw invalid(at, "must be a list of users");
}

/** The names of a list with commas. */
export function namesIn(text: string): string[] {
  return text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}
