import { invalid } from "../input/bootstrap-data-error.ts";
import type { BootStep } from "../steps/boot-step.ts";
import { command, file } from "../steps/new-step.ts";

const builtInFields = [null, null, "auto", "defaults,nofail", "0", "2"];

/** `mounts`: lines of /etc/fstab, mount points, and `mount -a`. */
export function mountsSteps(value: unknown, defaultFields: unknown): BootStep[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw invalid("mounts", "must be a list");
  const defaults = Array.isArray(defaultFields) ? (defaultFields as unknown[]) : builtInFields;
  const entries = value.flatMap((entry: unknown, index) => fstabEntry(entry, defaults, `mounts[${index}]`));
  if (entries.length === 0) return [];
  const origin = { module: "mounts", at: "mounts" };
  const points = entries.map(([, point = ""]) => point).filter((point) => point.startsWith("/"));
  return [
    ...(points.length === 0 ? [] : [command({ ...origin, onFailure: "continue" }, ["mkdir", "-p", ...points])]),
    file(origin, {
      path: "/etc/fstab",
      mode: 0o644,
      append: true,
      text: entries.map((fields) => `${fields.map(escaped).join("\t")}\n`).join(""),
    }),
    ...(entries.some(([, , type]) => type === "swap") ? [command(origin, ["swapon", "-a"])] : []),
    command(origin, ["mount", "-a"]),
  ];
}

/** None for an entry without a mount point, which only removes a default of the image. */
function fstabEntry(entry: unknown, defaults: readonly unknown[], at: string): string[][] {
  if (!Array.isArray(entry)) throw invalid(at, "must be a list: device, mount point, type, options");
  const fields = builtInFields.map((_, index) => {
    const value = (entry[index] ?? defaults[index]) as unknown;
    return value === null || value === undefined ? "" : text(value, `${at}[${index}]`);
  });
  const [device = "", point = "", type = "", options = "", ...numbers] = fields;
  if (device === "") throw invalid(`${at}[0]`, "must be a device");
  return point === "" ? [] : [[deviceName(device), point, type, `${options},comment=cloudconfig`, ...numbers]];
}

function text(value: unknown, at: string): string {
  if (typeof value !== "string" && typeof value !== "number") throw invalid(at, "must be a string");
  return String(value);
}

function deviceName(name: string): string {
  return /^(x?[shv]d[a-z][0-9]*|sr[0-9]+)$/.test(name) ? `/dev/${name}` : name;
}

/** As fstab(5) escapes. */
function escaped(field: string): string {
  return field.replace(/[\s\\]/g, (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`);
}
