import { type JsonObject, textAt } from "@capstan/kube";
import { entriesAt, type Entry, requiredText } from "../ignition/ignition-document.ts";
import type { BootStep } from "../steps/boot-step.ts";
import { authorizeKeys } from "../steps/authorize-keys.ts";
import { script, type StepOrigin } from "../steps/new-step.ts";

const addGroup = [`name=$1; shift`, `getent group "$name" >/dev/null || exec groupadd "$@" "$name"`];
const addUser = [
  `name=$1; shift`,
  `if getent passwd "$name" >/dev/null; then exec usermod "$@" "$name"; fi`,
  `exec useradd "$@" "$name"`,
];

const strings: Readonly<Record<string, string>> = {
  gecos: "--comment",
  homeDir: "--home-dir",
  passwordHash: "--password",
  primaryGroup: "--gid",
  shell: "--shell",
};
const flags: Readonly<Record<string, string>> = {
  noLogInit: "--no-log-init",
  noUserGroup: "--no-user-group",
  system: "--system",
};

/** `passwd`: groups, then users. */
export function passwdSteps(document: JsonObject): BootStep[] {
  return [
    ...entriesAt(document, "passwd", "groups").map(groupStep),
    ...entriesAt(document, "passwd", "users").flatMap(userSteps),
  ];
}

function groupStep(entry: Entry): BootStep {
  const { at, fields } = entry;
  const password = textAt(fields, "passwordHash");
  const options = [
    ...(typeof fields.gid === "number" ? ["--gid", String(fields.gid)] : []),
    ...(password === undefined || password === "" ? [] : ["--password", password]),
    ...(fields.system === true ? ["--system"] : []),
  ];
  const origin = { module: "passwd.groups", at, onFailure: "stop" } as const;
  const sensitive = password !== undefined;
  return script(origin, addGroup, ["add-group", requiredText(entry, "name"), ...options], { sensitive });
}

function userSteps(entry: Entry): BootStep[] {
  const { at, fields } = entry;
  const name = requiredText(entry, "name");
  const origin = { module: "passwd.users", at, onFailure: "stop" } as const;
  const sensitive = fields.passwordHash !== undefined;
  return [
    script(origin, addUser, ["add-user", name, ...userOptions(fields)], { sensitive }),
    ...keySteps(origin, name, fields.sshAuthorizedKeys),
  ];
}

function userOptions(fields: JsonObject): string[] {
  const groups = Array.isArray(fields.groups) ? fields.groups.map(String) : [];
  return [
    ...(fields.noCreateHome === true ? ["--no-create-home"] : ["--create-home"]),
    ...(typeof fields.uid === "number" ? ["--uid", String(fields.uid)] : []),
    ...Object.entries(strings).flatMap(([field, option]) => {
      const value = textAt(fields, field);
      return value === undefined || value === "" ? [] : [option, value];
    }),
    ...(groups.length === 0 ? [] : ["--groups", groups.join(",")]),
    ...Object.entries(flags).flatMap(([field, flag]) => (fields[field] === true ? [flag] : [])),
  ];
}

function keySteps(origin: StepOrigin, name: string, value: unknown): BootStep[] {
  const keys = Array.isArray(value) ? value.map(String) : [];
  return keys.length === 0 ? [] : [authorizeKeys(origin, name, keys)];
}
