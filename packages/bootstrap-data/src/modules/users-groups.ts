import type { JsonObject } from "@capstan/kube";
import { invalid } from "../input/bootstrap-data-error.ts";
import type { BootStep, IgnoredPart } from "../steps/boot-step.ts";
import { file, script, type StepOrigin } from "../steps/new-step.ts";
import { authorizeKeys } from "../steps/authorize-keys.ts";
import { groupsSteps, groupStep, namesIn } from "./groups.ts";
import { type PlannedUser, readUsers } from "./users.ts";

const module = "users_groups";

/** Options of useradd, by field. As in cloud-init, in this order, and only for strings. */
const options: Readonly<Record<string, string>> = {
  expiredate: "--expiredate",
  gecos: "--comment",
  groups: "--groups",
  homedir: "--home",
  inactive: "--inactive",
  passwd: "--password",
  primary_group: "--gid",
  selinux_user: "--selinux-user",
  shell: "--shell",
  uid: "--uid",
};
const flags: Readonly<Record<string, string>> = {
  no_log_init: "--no-log-init",
  no_user_group: "--no-user-group",
  system: "--system",
};
const others = new Set([
  "create_groups",
  "hashed_passwd",
  "lock_passwd",
  "no_create_home",
  "plain_text_passwd",
  "ssh_authorized_keys",
  "sudo",
]);

const addUser = [`name=$1; shift`, `getent passwd "$name" >/dev/null || exec useradd "$name" "$@"`];
/** `users_groups`: groups, then each user with its groups, password, sudo rules and SSH keys. */
export function usersGroupsSteps(document: JsonObject): { steps: BootStep[]; ignored: IgnoredPart[] } {
  const users = readUsers(document.users);
  const created = users.filter(({ name }) => name !== "default");
  return {
    steps: [...groupsSteps(document.groups), ...created.flatMap(userSteps)],
    ignored: users.flatMap(ignoredParts),
  };
}

function userSteps(user: PlannedUser): BootStep[] {
  const { at, name, fields } = user;
  const origin = { module, at };
  const groups = groupsOf(user);
  const primary = typeof fields.primary_group === "string" ? [fields.primary_group] : [];
  const created = fields.create_groups === false ? [] : [...groups, ...(groups.length === 0 ? [] : primary)];
  return [
    ...created.map((group) => groupStep(`${at}.groups`, group)),
    script(origin, addUser, ["add-user", name, ...useraddOptions(fields, groups)], {
      sensitive: fields.passwd !== undefined,
    }),
    ...passwordSteps(origin, user),
    ...sudoSteps(origin, user),
    ...keySteps(origin, user),
  ];
}

function groupsOf({ at, fields: { groups } }: PlannedUser): string[] {
  if (groups === undefined || groups === null) return [];
  if (typeof groups === "string") return namesIn(groups);
  if (Array.isArray(groups) && groups.every((one) => typeof one === "string")) return groups.map((one) => one.trim());
  throw invalid(`${at}.groups`, "must be a list of groups");
}

function useraddOptions(fields: JsonObject, groups: readonly string[]): string[] {
  const uid = typeof fields.uid === "number" ? { uid: String(fields.uid) } : {};
  const values: JsonObject = { ...fields, ...uid, groups: groups.join(",") };
  const given = Object.entries(options).flatMap(([field, option]) => {
    const value = values[field];
    return typeof value === "string" && value !== "" ? [option, value] : [];
  });
  const set = Object.entries(flags).flatMap(([field, flag]) => (fields[field] === true ? [flag] : []));
  return [...given, ...set, fields.no_create_home === true || fields.system === true ? "-M" : "-m"];
}

function passwordSteps(origin: StepOrigin, { name, fields }: PlannedUser): BootStep[] {
  const password = (field: string, args: readonly string[]) => {
    const value = fields[field];
    if (typeof value !== "string" || value === "") return [];
    const lines = [`exec chpasswd "$@"`];
    return [script(origin, lines, ["set-password", ...args], { stdin: `${name}:${value}\n`, sensitive: true })];
  };
  const specified = ["plain_text_passwd", "hashed_passwd", "passwd"].some((field) => field in fields);
  const unlocked = fields.lock_passwd === false;
  return [
    ...password("plain_text_passwd", []),
    ...password("hashed_passwd", ["-e"]),
    ...(unlocked && !specified
      ? []
      : [script(origin, [`exec passwd "$1" "$2"`], ["lock", unlocked ? "-u" : "-l", name])]),
  ];
}

const sudoersFile = "/etc/sudoers.d/90-cloud-init-users";
const ensureSudoers = [
  `mkdir -p -m 0750 /etc/sudoers.d`,
  `[ -e /etc/sudoers ] || { umask 0227; printf '#includedir /etc/sudoers.d\\n' >/etc/sudoers; }`,
];

function sudoSteps(origin: StepOrigin, { at, name, fields: { sudo } }: PlannedUser): BootStep[] {
  if (sudo === undefined || sudo === null || sudo === false || sudo === "") return [];
  const rules: unknown[] = Array.isArray(sudo) ? sudo : [sudo];
  const lines = rules.map((rule) => {
    if (typeof rule !== "string" || rule.includes("\n")) throw invalid(`${at}.sudo`, "must be rules of one line each");
    return `${name} ${rule}\n`;
  });
  const text = `\n# User rules for ${name}\n${lines.join("")}`;
  return [
    script(origin, ensureSudoers, ["ensure-sudoers"]),
    file(origin, { path: sudoersFile, mode: 0o440, append: true, text }),
  ];
}

function keySteps(origin: StepOrigin, { at, name, fields: { ssh_authorized_keys: value } }: PlannedUser): BootStep[] {
  if (value === undefined || value === null) return [];
  const keys: unknown[] = typeof value === "string" ? [value] : Array.isArray(value) ? value : [undefined];
  const lines = keys.map((key) => {
    if (typeof key !== "string") throw invalid(`${at}.ssh_authorized_keys`, "must be a list of keys");
    return key.trim();
  });
  if (lines.length === 0) return [];
  return [authorizeKeys(origin, name, lines)];
}

function ignoredParts({ at, name, fields }: PlannedUser): IgnoredPart[] {
  if (name === "default") return [{ at, reason: "the image decides about its default user" }];
  const known = new Set([...Object.keys(options), ...Object.keys(flags), ...others]);
  return Object.entries(fields).flatMap(([field, value]) => {
    if (!known.has(field)) return [{ at: `${at}.${field}`, reason: "is not supported" }];
    const dropped = field in options && typeof value === "boolean";
    return dropped ? [{ at: `${at}.${field}`, reason: "cloud-init passes only a string to useradd" }] : [];
  });
}
