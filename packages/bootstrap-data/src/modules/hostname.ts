import { type JsonObject, textAt } from "@capstan/kube";
import type { BootStep } from "../steps/boot-step.ts";
import { script } from "../steps/new-step.ts";

// The engine of a container mounts /etc/hostname, so that it cannot be replaced.
const setHostname = [`set -e`, `printf '%s\\n' "$1" >/etc/hostname`, `hostname "$1"`];

/** `set_hostname`, if the data names one. The hostname of the metadata is that of the container. */
export function hostnameSteps(document: JsonObject): BootStep[] {
  const hostname = textAt(document, "hostname") ?? textAt(document, "fqdn")?.split(".")[0];
  if (document.preserve_hostname === true || hostname === undefined || hostname === "") return [];
  return [script({ module: "set_hostname", at: "hostname" }, setHostname, ["set-hostname", hostname])];
}
