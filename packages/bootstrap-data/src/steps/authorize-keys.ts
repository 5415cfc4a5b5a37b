import type { BootStep } from "./boot-step.ts";
import { script, type StepOrigin } from "./new-step.ts";

const lines = [
  `set -e`,
  `home=$(getent passwd "$1" | cut -d: -f6)`,
  `mkdir -p "$home/.ssh"; chmod 700 "$home/.ssh"`,
  `touch "$home/.ssh/authorized_keys"; chmod 600 "$home/.ssh/authorized_keys"`,
  `while IFS= read -r key; do`,
  `  grep -qxF -e "$key" "$home/.ssh/authorized_keys" || printf '%s\\n' "$key" >>"$home/.ssh/authorized_keys"`,
  `done`,
  `chown -R "$1:" "$home/.ssh"`,
];

/** A step that adds SSH keys to those of a user. */
export function authorizeKeys(origin: StepOrigin, user: string, keys: readonly string[]): BootStep {
  const stdin = keys.map((key) => `${key.trim()}\n`).join("");
  return script(origin, lines, ["authorize-keys", user], { stdin });
}
