import { type Command, shellScript } from "../cloud-init/commands.ts";
import type { BootStep } from "../steps/boot-step.ts";
import { command, file } from "../steps/new-step.ts";

const scripts = "/var/lib/cloud/instance/scripts";

/** `runcmd`: written as one script, which {@link userScriptSteps} runs at the end. */
export function runcmdSteps(commands: readonly Command[]): BootStep[] {
  if (commands.length === 0) return [];
  return [
    file({ module: "runcmd", at: "runcmd" }, { path: `${scripts}/runcmd`, mode: 0o700, text: shellScript(commands) }),
  ];
}

/** `scripts_user` for the script of `runcmd`. */
export function runcmdScriptSteps(commands: readonly Command[]): BootStep[] {
  return commands.length === 0 ? [] : [command({ module: "scripts_user", at: "runcmd" }, [`${scripts}/runcmd`])];
}

/** `scripts_user` for a script that is the bootstrap data. */
export function userScriptSteps(text: string): BootStep[] {
  const origin = { module: "scripts_user", at: "script" };
  const path = `${scripts}/part-001`;
  return [file(origin, { path, mode: 0o700, text }), command(origin, [path])];
}
