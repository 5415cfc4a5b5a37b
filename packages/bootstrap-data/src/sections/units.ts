import type { IgnitionUnit } from "../ignition/ignition-units.ts";
import type { BootStep } from "../steps/boot-step.ts";
import { command, file, type StepOrigin } from "../steps/new-step.ts";

const folder = "/etc/systemd/system";

/**
 * `systemd.units`: their files, and which are enabled and masked. Ignition writes them before systemd starts; in a container systemd runs
 * already, and therefore starts the enabled ones, and restarts those that have new drop-ins.
 */
export function unitSteps(units: readonly IgnitionUnit[]): BootStep[] {
  if (units.length === 0) return [];
  const module = "systemd.units";
  const origin = (at: string): StepOrigin => ({ module, at, onFailure: "stop" });
  const starting = units.filter(({ enabled, masked }) => enabled === true && !masked);
  const changed = units.filter(({ dropins, masked, enabled }) => dropins.length > 0 && !masked && enabled !== true);
  return [
    ...units.flatMap((unit) => unitFiles(unit, origin)),
    command(origin(module), ["systemctl", "daemon-reload"]),
    ...units.flatMap((unit) => unitState(unit, origin(unit.at))),
    // As at a boot, a unit that fails does not keep others from starting.
    ...changed.map(({ at, name }) => start({ module, at }, "try-restart", name)),
    ...starting.map(({ at, name }) => start({ module, at }, "start", name)),
  ];
}

function start(origin: StepOrigin, verb: "start" | "try-restart", name: string): BootStep {
  return command({ ...origin, onFailure: "continue" }, ["systemctl", verb, name]);
}

function unitFiles({ at, name, contents, dropins }: IgnitionUnit, origin: (at: string) => StepOrigin): BootStep[] {
  return [
    ...(contents === undefined ? [] : [file(origin(at), { path: `${folder}/${name}`, mode: 0o644, text: contents })]),
    ...dropins.map((dropin) =>
      file(origin(dropin.at), { path: `${folder}/${name}.d/${dropin.name}`, mode: 0o644, text: dropin.contents }),
    ),
  ];
}

function unitState({ name, enabled, masked }: IgnitionUnit, origin: StepOrigin): BootStep[] {
  // Ignition only writes presets and links; the image may lack a unit.
  const tolerant = { ...origin, onFailure: "continue" } as const;
  if (masked) return [command(tolerant, ["systemctl", "mask", "--now", name])];
  if (enabled === undefined) return [];
  return [command(tolerant, ["systemctl", enabled ? "enable" : "disable", name])];
}
