import { type ResolvedUser } from "../setup/resolved-setup.ts";
import { scalar } from "./scalar.ts";

/** cloud-init's `users`, as lines; empty without users. */
export function usersLines(users: readonly ResolvedUser[]): string[] {
  return users.length === 0 ? [] : ["users:", ...users.flatMap(userLines)];
}

function userLines(user: ResolvedUser): string[] {
  const keys = user.sshAuthorizedKeys ?? [];
  return [
    `  - name: ${scalar(user.name)}`,
    ...text("passwd", user.passwd),
    ...text("gecos", user.gecos),
    ...text("groups", user.groups),
    ...text("homedir", user.homeDir),
    ...flag("inactive", user.inactive),
    ...flag("lock_passwd", user.lockPassword),
    ...text("shell", user.shell),
    ...text("primary_group", user.primaryGroup),
    ...text("sudo", user.sudo),
    ...(keys.length === 0 ? [] : ["    ssh_authorized_keys:", ...keys.map((key) => `      - ${scalar(key)}`)]),
  ];
}

function text(name: string, value: string | undefined): string[] {
  return value === undefined || value === "" ? [] : [`    ${name}: ${scalar(value)}`];
}

// False is also written, because cloud-init's default may be different.
function flag(name: string, value: boolean | undefined): string[] {
  return value === undefined ? [] : [`    ${name}: ${value}`];
}
