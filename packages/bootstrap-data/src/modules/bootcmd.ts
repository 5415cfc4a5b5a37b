import { type Command, shellScript } from "../cloud-init/commands.ts";
import type { InstanceData } from "../input/instance-data.ts";
import type { BootStep } from "../steps/boot-step.ts";
import { command, file } from "../steps/new-step.ts";

const path = "/run/cloud-init/tmp/bootcmd.sh";

/** `bootcmd`: one script before everything else, at every boot. */
export function bootcmdSteps(commands: readonly Command[], { instanceID }: InstanceData): BootStep[] {
  if (commands.length === 0) return [];
  const origin = { module: "bootcmd", at: "bootcmd", frequency: "everyBoot" } as const;
  return [
    file(origin, { path, mode: 0o600, text: shellScript(commands) }),
    command(origin, ["env", `INSTANCE_ID=${instanceID}`, "/bin/sh", path]),
    command(origin, ["rm", "-f", path]),
  ];
}
