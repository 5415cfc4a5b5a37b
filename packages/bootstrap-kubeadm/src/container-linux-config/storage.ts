import { files, directories, links } from "./files.ts";
import { type Check, type Reader, fields, flag, listOf, nonZero, objectOf, optionalText, text } from "./readers.ts";

const partitionTypes: Readonly<Record<string, string>> = {
  raid_containing_root: "be9067b9-ea49-4f15-b4f6-f36f8c9e1818",
  linux_filesystem_data: "0fc63daf-8483-4772-8e79-3d69d8477de4",
  swap_partition: "0657fd6d-a4ab-43c4-84e5-0933c84b4f4f",
  raid_partition: "a19d880f-05fc-4d3b-a006-743f0f84911e",
};
const guidForm = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const guid: Reader<string> = (value, path, report) => {
  const name = text(value, path, report);
  if (name === undefined || guidForm.test(name)) return name;
  report.error(path, "must be a GUID");
  return undefined;
};

const typeGuid: Reader<string> = (value, path, report) =>
  (typeof value === "string" ? partitionTypes[value] : undefined) ?? guid(value, path, report);

const units: Readonly<Record<string, number>> = { "": 0, K: 1, M: 2, G: 3, T: 4, P: 5, E: 6 };

/** A size such as `512MiB`, in MiB. */
const mebibytes: Reader<number> = (value, path, report) => {
  const size = text(value, path, report);
  if (size === undefined) return undefined;
  const [, amount, unit = ""] = /^(\d+(?:\.\d+)?)(?:([KMGTPE])i?)?B$/.exec(size === "0" ? "0B" : size) ?? [];
  const bytes = Number(amount ?? Number.NaN) * 1024 ** (units[unit] ?? 0);
  if (Number.isInteger(bytes / 1024 ** 2)) return bytes / 1024 ** 2;
  report.error(path, "must be a size in whole MiB, such as 512MiB");
  return undefined;
};

const labeled: Check = (object, path, report) => {
  const label = typeof object.label === "string" ? object.label : "";
  if (label.length > 36) report.error(`${path}.label`, "is longer than 36 characters");
  if (label.includes(":"))
    report.warning(`${path}.label`, "must not contain a colon, which sgdisk reads as a separator");
};

const partition = objectOf(
  {
    ...fields({ label: optionalText, number: nonZero, guid }),
    size: { to: "sizeMiB", read: mebibytes },
    start: { to: "startMiB", read: mebibytes },
    type_guid: { to: "typeGuid", read: typeGuid },
  },
  labeled,
);

/** A path that begins with a slash. */
function absolute(field: string): Check {
  return (object, path, report) => {
    const value = object[field];
    if (value === undefined || (typeof value === "string" && value.startsWith("/"))) return;
    report.error(`${path}.${field}`, "must be an absolute path");
  };
}

function required(field: string): Check {
  return (object, path, report) => {
    if (object[field] === undefined) report.error(`${path}.${field}`, "is missing");
  };
}

const disk = objectOf(
  fields({ device: text, wipe_table: flag, partitions: listOf(partition) }),
  required("device"),
  absolute("device"),
);

const raid = objectOf(
  fields({ name: text, level: text, devices: listOf(text), spares: nonZero, options: listOf(text) }),
  (object, path, report) => {
    const level = typeof object.level === "string" ? object.level : "";
    if (!/^(?:linear|stripe|mirror|(?:raid)?(?:0|1|4|5|6|10))$/.test(level)) {
      report.error(`${path}.level`, "is not a RAID level");
    } else if (/^(?:linear|stripe|(?:raid)?0)$/.test(level) && object.spares !== undefined) {
      report.error(`${path}.spares`, "is not supported at this level");
    }
  },
);

/** The file systems that Ignition can create, with the longest label of each. */
export const filesystemLabels: Readonly<Record<string, number>> = { ext4: 16, btrfs: 256, xfs: 12, swap: 15, vfat: 11 };

const mountable: Check = (object, path, report) => {
  const longest = filesystemLabels[typeof object.format === "string" ? object.format : ""];
  if (longest === undefined) {
    report.error(`${path}.format`, `must be ${Object.keys(filesystemLabels).join(", ")}`);
  } else if (typeof object.label === "string" && Buffer.byteLength(object.label) > longest) {
    report.error(`${path}.label`, `is longer than ${longest} characters`);
  }
};

const mount = objectOf(
  fields({
    device: text,
    format: text,
    create: objectOf(fields({ force: flag, options: listOf(text) })),
    wipe_filesystem: flag,
    label: optionalText,
    uuid: optionalText,
    options: listOf(text),
  }),
  required("device"),
  absolute("device"),
  mountable,
  (object, path, report) => {
    if (object.create === undefined) return;
    report.warning(`${path}.create`, "is deprecated; use wipe_filesystem and options");
    if (object.wipeFilesystem !== undefined || object.options !== undefined) {
      report.error(path, "create and wipe_filesystem or options are mutually exclusive; keep one");
    }
  },
);

const filesystem = objectOf(fields({ name: text, mount, path: text }), absolute("path"), (object, path, report) => {
  if ((object.mount === undefined) === (object.path === undefined)) {
    report.error(path, "must have either mount or path");
  }
});

/** `storage` of a Container Linux Config. */
export const storage = objectOf(
  fields({ disks: listOf(disk), raid: listOf(raid), filesystems: listOf(filesystem), files, directories, links }),
  filesystemsKnown,
);

function filesystemsKnown(object: Readonly<Record<string, unknown>>, path: string, report: Parameters<Check>[2]): void {
  const known = new Set<unknown>(["root"]);
  for (const { name } of (object.filesystems ?? []) as { name?: string }[]) {
    if (known.has(name)) report.warning(`${path}.filesystems`, "has two file systems with the same name");
    known.add(name);
  }
  for (const kind of ["files", "directories", "links"]) {
    const nodes = (object[kind] ?? []) as { filesystem: string }[];
    if (nodes.some((node) => !known.has(node.filesystem))) {
      report.warning(`${path}.${kind}`, "names a file system that is not defined in storage.filesystems");
    }
  }
}
