import { BootstrapDataError } from "./bootstrap-data-error.ts";

/** What bootstrap data is: cloud-config, an Ignition configuration, or a script (`#!`). */
export type BootFormat = "cloud-config" | "ignition" | "script";

/**
 * The format of bootstrap data, after Jinja: by its first line, as cloud-init does it, or JSON with the field `ignition`.
 *
 * @throws `BootstrapDataError` it is none of these.
 */
export function formatOf(text: string): BootFormat {
  if (/^#cloud-config\s*(\n|$)/.test(text)) return "cloud-config";
  if (text.startsWith("#!")) return "script";
  if (/^\s*\{[\s\S]*"ignition"/.test(text)) return "ignition";
  const expected = "a machine reads cloud-config (first line #cloud-config), scripts (first line #!) and Ignition";
  const problem = text.trim() === "" ? "the bootstrap data is empty" : "the format is unknown";
  throw new BootstrapDataError("BootstrapDataFormatUnknown", "line 1", `${problem}: ${expected}`);
}
