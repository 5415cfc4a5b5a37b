import { Type } from "typebox";
import { anyListOf, int32, listOf, section, text } from "./limits.ts";

/** A partition of a disk. */
export const PartitionSpec = Type.Object({
  percentage: int32("Share of the disk, in percent.", { minimum: 1, maximum: 100 }),
  partitionType: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 36,
      description: "Type of the partition: a name, or the GUID of a GPT partition type.",
      "x-kubernetes-validations": [
        {
          rule:
            "self.matches('^(Linux|LinuxSwap|LinuxRAID|LVM|Fat32|NTFS|LinuxExtended|" +
            "[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})$')",
          message:
            "partitionType must be one of Linux, LinuxSwap, LinuxRAID, LVM, Fat32, NTFS, LinuxExtended " +
            "or a full GPT partition GUID",
        },
      ],
    }),
  ),
});
export type PartitionSpec = Type.Static<typeof PartitionSpec>;

/** How to partition a disk: as one partition or not at all (`layout`), or into several (`diskLayout`). */
export const Partition = Type.Object(
  {
    device: text(256, "Name of the disk."),
    layout: Type.Optional(Type.Boolean({ description: "Whether to create one partition on the whole disk." })),
    overwrite: Type.Optional(Type.Boolean({ description: "Partitions the disk even if it already has partitions." })),
    tableType: Type.Optional(
      Type.Union([Type.Literal("mbr"), Type.Literal("gpt")], {
        description: "Type of the partition table. Defaults to mbr.",
      }),
    ),
    diskLayout: Type.Optional(listOf(PartitionSpec, 100, "Partitions, in order.")),
  },
  {
    "x-kubernetes-validations": [
      {
        rule: "[has(self.layout),has(self.diskLayout)].filter(x,x==true).size() == 1",
        message: "exactly one of the fields in [layout diskLayout] must be set",
      },
    ],
  },
);
/** How to partition a disk. */
export type Partition = Type.Static<typeof Partition>;

/** A file system to create. */
export const Filesystem = Type.Object({
  device: text(256, "Name of the device."),
  filesystem: text(128, "Type of the file system, e.g. ext4."),
  label: Type.Optional(text(512, "Label of the file system.")),
  partition: Type.Optional(text(128, "Partition of the device: a number, auto, any or none.")),
  overwrite: Type.Optional(Type.Boolean({ description: "Replaces an existing file system." })),
  replaceFS: Type.Optional(text(128, "Type of file system to replace (cloud-init on Azure only).")),
  extraOpts: Type.Optional(anyListOf(text(256, "An option."), 100, "Options of the command that creates the file system.")),
});
/** A file system that is created at the first boot. */
export type Filesystem = Type.Static<typeof Filesystem>;

/** Partitions and file systems that are created at the first boot. */
export const DiskSetup = section(
  {
    partitions: Type.Optional(anyListOf(Partition, 100, "Disks to partition.")),
    filesystems: Type.Optional(anyListOf(Filesystem, 100, "File systems to create.")),
  },
  "Disks and file systems of the machine.",
);
/** Partitions and file systems that are created at the first boot. */
export type DiskSetup = Type.Static<typeof DiskSetup>;
