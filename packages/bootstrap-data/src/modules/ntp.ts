import { isJsonObject } from "@capstan/kube";
import { invalid } from "../input/bootstrap-data-error.ts";
import type { BootStep } from "../steps/boot-step.ts";
import { file, script } from "../steps/new-step.ts";

const restart = [
  "systemctl cat systemd-timesyncd.service >/dev/null 2>&1 || {",
  `  echo "The image has no systemd-timesyncd; a container has the clock of its host." >&2`,
  "  exit 0",
  "}",
  "exec systemctl restart systemd-timesyncd.service",
];

/** `ntp`: servers and pools of systemd-timesyncd, which systemd itself leaves stopped in containers. Other clients are not installed. */
export function ntpSteps(value: unknown): BootStep[] {
  if (value === undefined) return [];
  if (value !== null && !isJsonObject(value)) throw invalid("ntp", "must be a mapping with servers and pools");
  if (value?.enabled === false) return [];
  const servers = [...names(value?.servers, "ntp.servers"), ...names(value?.pools, "ntp.pools")];
  const origin = { module: "ntp", at: "ntp" };
  const configuration =
    servers.length === 0
      ? []
      : [
          file(origin, {
            path: "/etc/systemd/timesyncd.conf.d/cloud-init.conf",
            mode: 0o644,
            text: `[Time]\nNTP=${servers.join(" ")}\n`,
          }),
        ];
  return [...configuration, script(origin, restart, ["restart-ntp"])];
}

function names(value: unknown, at: string): string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw invalid(at, "must be a list of names");
  return value.map((name: unknown, index) => {
    if (typeof name !== "string" || /[\s=]/.test(name)) throw invalid(`${at}[${index}]`, "must be a name or address");
    return name;
  });
}
