import { renderJinja } from "../cloud-init/jinja.ts";
import { formatOf } from "../input/format.ts";
import type { InstanceData } from "../input/instance-data.ts";
import { cloudConfigImage } from "./cloud-config-image.ts";
import { ignitionImage } from "./ignition-image.ts";
import type { MachineImage } from "./machine-image.ts";

/**
 * Parses bootstrap data as a machine does: a `#cloud-config` document or a script (`#!`), either optionally a Jinja template, or an Ignition
 * configuration. No I/O, and no command runs.
 *
 * @throws `BootstrapDataError` the data has another format, or is malformed. Its message never quotes the data.
 *
 * @example
 * ```ts
 * import { parseBootstrapData } from "@capstan/bootstrap-data";
 *
 * const image = parseBootstrapData("#cloud-config\nruncmd: [echo hello]\n", { instanceID: "i-1", localHostname: "m1" });
 * console.log(image.format); // cloud-config
 * ```
 */
export function parseBootstrapData(userData: string, instance: InstanceData): MachineImage {
  const text = renderJinja(userData.replaceAll("\r\n", "\n"), instance);
  switch (formatOf(text)) {
    case "cloud-config":
      return cloudConfigImage(text);
    case "ignition":
      return ignitionImage(text);
    case "script":
      return { format: "script", files: new Map(), bootCommands: [], commands: [text], users: [] };
  }
}
