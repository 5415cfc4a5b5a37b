import type { JsonObject } from "@capstan/kube";
import { readCommands } from "../cloud-init/commands.ts";
import { cloudConfigDocument } from "../cloud-init/document.ts";
import { writtenFiles } from "../cloud-init/write-files.ts";
import type { InstanceData } from "../input/instance-data.ts";
import type { IgnoredPart } from "../steps/boot-step.ts";
import type { BootPlan } from "./boot-plan.ts";
import { bootcmdSteps } from "../modules/bootcmd.ts";
import { filesystemSteps, partitionSteps } from "../modules/disk-setup.ts";
import { hostnameSteps } from "../modules/hostname.ts";
import { mountsSteps } from "../modules/mounts.ts";
import { ntpSteps } from "../modules/ntp.ts";
import { runcmdScriptSteps, runcmdSteps } from "../modules/runcmd.ts";
import { usersGroupsSteps } from "../modules/users-groups.ts";
import { writeFilesSteps } from "../modules/write-files.ts";

/** The keys that a plan carries out, or that need nothing to be done. */
const supported = new Set([
  "bootcmd",
  "disk_setup",
  "fqdn",
  "fs_setup",
  "groups",
  "hostname",
  "mount_default_fields",
  "mounts",
  "ntp",
  "preserve_hostname",
  "runcmd",
  "users",
  "write_files",
]);

/** The plan of a `#cloud-config`, in the default order of cloud-init's modules. */
export function planCloudConfig(text: string, instance: InstanceData): BootPlan {
  const document = cloudConfigDocument(text);
  const files = writtenFiles(document.write_files);
  const runcmd = readCommands(document.runcmd, "runcmd");
  const users = usersGroupsSteps(document);
  return {
    format: "cloud-config",
    steps: [
      // cloud_init_modules
      ...bootcmdSteps(readCommands(document.bootcmd, "bootcmd"), instance),
      ...writeFilesSteps(files, false),
      ...partitionSteps(document.disk_setup),
      ...filesystemSteps(document.fs_setup),
      ...mountsSteps(document.mounts, document.mount_default_fields),
      ...hostnameSteps(document),
      ...users.steps,
      // cloud_config_modules
      ...ntpSteps(document.ntp),
      ...runcmdSteps(runcmd),
      // cloud_final_modules
      ...writeFilesSteps(files, true),
      ...runcmdScriptSteps(runcmd),
    ],
    ignored: [...unsupported(document), ...users.ignored],
  };
}

function unsupported(document: JsonObject): IgnoredPart[] {
  return Object.keys(document)
    .filter((key) => !supported.has(key))
    .map((at) => ({ at, reason: "is not supported" }));
}
