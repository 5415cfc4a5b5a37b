import { isJsonObject, type JsonObject } from "@capstan/kube";
import { invalid } from "../input/bootstrap-data-error.ts";
import type { BootStep } from "../steps/boot-step.ts";
import { script } from "../steps/new-step.ts";
import { makeFilesystem } from "../steps/make-filesystem.ts";

// Percentages of sectors become sizes, of which the last is the rest of the disk.
const partition = [
  `set -e`,
  `device=$(readlink -f "$1"); table=$2; overwrite=$3; shift 3`,
  `[ -b "$device" ] || { echo "$device is not a disk of this machine." >&2; exit 1; }`,
  `if [ "$1" = remove ]; then exec wipefs --all "$device"; fi`,
  `if [ "$overwrite" != true ] && [ -n "$(blkid -p "$device")$(lsblk -nro FSTYPE "$device")" ]; then exit 0; fi`,
  `sectors=$(blockdev --getsz "$device")`,
  `while [ $# -gt 0 ]; do`,
  `  size=$((sectors * $1 / 100)); [ $# -gt 2 ] || size=`,
  `  echo ",$size,$2"; shift 2`,
  `done | sfdisk --force --label "$table" "$device"`,
];

const module = "disk_setup";

/** `disk_setup`: partition tables. As in cloud-init, a failure is reported and the next disk follows. */
export function partitionSteps(value: unknown): BootStep[] {
  if (value === undefined || value === null) return [];
  if (!isJsonObject(value)) throw invalid("disk_setup", "must be a mapping from devices to partition tables");
  return Object.entries(value).flatMap(([device, definition]) => {
    const at = `disk_setup[${device}]`;
    if (!isJsonObject(definition)) throw invalid(at, "must be a mapping with table_type and layout");
    const layout = layoutOf(definition.layout, `${at}.layout`);
    if (layout.length === 0) return [];
    const table = definition.table_type === "gpt" ? "gpt" : "dos";
    const overwrite = String(definition.overwrite === true);
    const args = [
      "partition",
      deviceName(device),
      table,
      overwrite,
      ...layout.flatMap(([percent, type]) => [percent, ...(type === undefined ? [] : [typeName(type, table)])]),
    ];
    return [script({ module, at, onFailure: "continue" }, partition, args)];
  });
}

/** Percentages, each with a type, where an empty one is the default; or `remove`. */
function layoutOf(layout: unknown, at: string): (readonly [string, string?])[] {
  if (layout === true) return [["100", ""]];
  if (layout === undefined || layout === null || layout === false) return [];
  if (layout === "remove") return [["remove"]];
  if (!Array.isArray(layout)) throw invalid(at, "must be true, false, remove or a list of percentages");
  return layout.map((part: unknown, index) => {
    const [percent, type] = Array.isArray(part) ? (part as unknown[]) : [part];
    if (typeof percent !== "number") throw invalid(`${at}[${index}]`, "must be a percentage, or one with a type");
    return [String(Math.trunc(percent)), typeof type === "string" || typeof type === "number" ? String(type) : ""];
  });
}

/** The names of sfdisk, because GPT has no numbers. */
const gptTypes: Readonly<Record<string, string>> = { "": "L", "83": "L", "82": "S", "8e": "V", fd: "R", ef: "U" };

function typeName(type: string, table: "dos" | "gpt"): string {
  if (table === "gpt") return gptTypes[type] ?? type;
  return type === "" ? "83" : type;
}

/** `fs_setup`: file systems. */
export function filesystemSteps(value: unknown): BootStep[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw invalid("fs_setup", "must be a list");
  return value.map((definition: unknown, index) => {
    const at = `fs_setup[${index}]`;
    if (!isJsonObject(definition)) throw invalid(at, "must be a mapping with device and filesystem");
    return filesystemStep(definition, at);
  });
}

function filesystemStep(definition: JsonObject, at: string): BootStep {
  const { device, filesystem, label, partition: given = "any", overwrite, extra_opts: extra } = definition;
  if (typeof device !== "string" || device === "") throw invalid(`${at}.device`, "must be the path of a device");
  const origin = { module, at, onFailure: "continue" } as const;
  const type = typeof filesystem === "string" ? filesystem : "";
  const name = typeof label === "string" ? label : "";
  if (typeof definition.cmd === "string")
    return ownCommand(origin, definition.cmd, { device, label: name, filesystem: type });
  if (type === "") throw invalid(`${at}.filesystem`, "must be the type of the file system");
  const options = Array.isArray(extra) ? extra.map(String) : [];
  return makeFilesystem(origin, {
    device: deviceName(device),
    partition: String(given),
    type,
    label: name,
    overwrite: overwrite === true,
    options,
  });
}

function ownCommand(
  origin: { readonly module: string; readonly at: string; readonly onFailure: "continue" },
  text: string,
  values: Readonly<Record<string, string>>,
): BootStep {
  return script(
    origin,
    [text.replace(/%\((\w+)\)s/g, (whole, name: string) => values[name] ?? whole)],
    ["make-filesystem"],
  );
}

function deviceName(name: string): string {
  return name.startsWith("/") ? name : `/dev/${name}`;
}
