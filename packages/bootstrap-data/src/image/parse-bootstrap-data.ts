import { BootstrapDataError } from "../input/bootstrap-data-error.ts";
import { renderJinja } from "../cloud-init/jinja.ts";
import type { InstanceData } from "../input/instance-data.ts";
import { cloudConfigImage } from "./cloud-config-image.ts";
import type { MachineImage } from "./machine-image.ts";

/**
 * Parses bootstrap data as cloud-init does: a `#cloud-config` document or a script (`#!`), either optionally a Jinja template. No I/O, and
 * no command runs.
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
  if (/^#cloud-config\s*(\n|$)/.test(text)) return cloudConfigImage(text);
  if (text.startsWith("#!")) return script(text);
  throw new BootstrapDataError("BootstrapDataFormatUnknown", "line 1", unknownFormat(text));
}

function script(text: string): MachineImage {
  return { format: "script", files: new Map(), bootCommands: [], commands: [text], users: [] };
}

function unknownFormat(text: string): string {
  const expected = "a mock machine reads cloud-config (first line #cloud-config) and scripts (first line #!)";
  if (/^\s*\{[\s\S]*"ignition"/.test(text)) return `Ignition is not supported: ${expected}`;
  if (text.trim() === "") return `the bootstrap data is empty: ${expected}`;
  return `the format is unknown: ${expected}`;
}
