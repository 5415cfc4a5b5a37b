import { BootstrapDataError } from "../input/bootstrap-data-error.ts";
import { renderJinja } from "../cloud-init/jinja.ts";
import { type BootFormat, formatOf } from "../input/format.ts";
import type { InstanceData } from "../input/instance-data.ts";
import type { BootPlan } from "./boot-plan.ts";
import { userScriptSteps } from "../modules/runcmd.ts";
import { planCloudConfig } from "./plan-cloud-config.ts";
import { planIgnition } from "./plan-ignition.ts";

/** How to read bootstrap data. */
export interface PlanOptions {
  /**
   * The `format` of the bootstrap data Secret; `cloud-config` includes scripts, which cloud-init runs, too. Default: recognized by the
   * data.
   */
  readonly format?: BootFormat;
  /** The instance that boots. */
  readonly instance: InstanceData;
}

/**
 * Plans what a machine does with its bootstrap data. Pure: no I/O, and no command runs.
 *
 * Of cloud-init, it has these modules in their default order: bootcmd, write_files, disk_setup (with fs_setup), mounts, set_hostname,
 * users_groups, ntp, runcmd, write_files_deferred, scripts_user; and Jinja templates with variables of the instance data. Of Ignition (2.x
 * and 3.x), passwd, storage (filesystems, directories, files with data URLs, links) and systemd units, which start at the end as a booting
 * systemd would start them. Everything else of the data is in `ignored`.
 *
 * @throws `BootstrapDataError` the data has another format, or is malformed. Its message never quotes the data.
 *
 * @example
 * ```ts
 * import { planBoot } from "@capstan/bootstrap-data";
 *
 * const plan = planBoot("#cloud-config\nruncmd: [echo hello]\n", { instance: { instanceID: "i-1", localHostname: "m1" } });
 * console.log(plan.steps.map(({ module }) => module)); // [ 'runcmd', 'scripts_user' ]
 * ```
 */
export function planBoot(data: string, { format, instance }: PlanOptions): BootPlan {
  const text = renderJinja(data.replaceAll("\r\n", "\n"), instance);
  const found = formatOf(text);
  if (format !== undefined && (format === "ignition") !== (found === "ignition")) {
    const problem = `is not ${format}, as the format of its Secret says`;
    throw new BootstrapDataError("BootstrapDataFormatUnknown", "line 1", problem);
  }
  if (found === "ignition") return planIgnition(text);
  if (found === "cloud-config") return planCloudConfig(text, instance);
  return { format: "script", steps: userScriptSteps(text), ignored: [] };
}
