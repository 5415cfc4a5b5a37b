import { load } from "js-yaml";
import { expect, test } from "vitest";
import { type DiskSetup } from "../../src/index.ts";
import { diskLines } from "../../src/render/cloud-config/disks.ts";

function render(setup: DiskSetup): unknown {
  return load(diskLines(setup).join("\n"));
}

test("partitions and file systems have cloud-init's format, including flags that are false", () => {
  expect(
    render({
      partitions: [
        { device: "/dev/sdb", layout: true, overwrite: false, tableType: "gpt" },
        {
          device: "/dev/sdc",
          diskLayout: [
            { percentage: 30, partitionType: "Linux" },
            { percentage: 20 },
            { percentage: 50, partitionType: "LinuxRAID" },
          ],
        },
        { device: "/dev/sdd", layout: false },
      ],
      filesystems: [
        { device: "/dev/sdb1", filesystem: "ext4", label: "data", extraOpts: ["-F", "-E", "lazy_itable_init=1"] },
        { device: "/dev/sdc", filesystem: "xfs", partition: "auto", overwrite: true, replaceFS: "ntfs" },
      ],
    }),
  ).toEqual({
    disk_setup: {
      "/dev/sdb": { table_type: "gpt", layout: true, overwrite: false },
      "/dev/sdc": { layout: [[30, 83], 20, [50, "fd"]] },
      "/dev/sdd": { layout: false },
    },
    fs_setup: [
      { label: "data", filesystem: "ext4", device: "/dev/sdb1", extra_opts: ["-F", "-E", "lazy_itable_init=1"] },
      { filesystem: "xfs", device: "/dev/sdc", partition: "auto", overwrite: true, replace_fs: "ntfs" },
    ],
  });
});

test.each([
  ["LinuxSwap", 82],
  ["LVM", "8e"],
  ["Fat32", "0c"],
  ["NTFS", 7],
  ["LinuxExtended", 85],
  ["0FC63DAF-8483-4772-8E79-3D69D8477DE4", "0FC63DAF-8483-4772-8E79-3D69D8477DE4"],
])("the partition type %s is %j", (partitionType, type) => {
  const setup = render({ partitions: [{ device: "d", diskLayout: [{ percentage: 100, partitionType }] }] });
  expect(setup).toEqual({ disk_setup: { d: { layout: [[100, type]] } }, fs_setup: [] });
});

test("the last layout of a repeated disk applies", () => {
  const twice = [
    { device: "d", layout: true },
    { device: "d", layout: false },
  ];
  expect(render({ partitions: twice })).toEqual({ disk_setup: { d: { layout: false } }, fs_setup: [] });
});

test("a disk without a layout is not partitioned, because Go would write <nil>, which is a string", () => {
  expect(render({ partitions: [{ device: "d" }] })).toEqual({ disk_setup: { d: { layout: false } }, fs_setup: [] });
});

test("without partitions or file systems, the object or list is empty, because null is invalid", () => {
  expect(render({})).toEqual({ disk_setup: {}, fs_setup: [] });
});

test.each([
  ["auto", "auto"],
  ["2", 2],
  ["02", "02"],
  ["0", 0],
])("the partition %j is written as %j, because cloud-init accepts numbers and its keywords", (partition, said) => {
  const filesystem = { device: "d", filesystem: "ext4", partition };
  expect(render({ filesystems: [filesystem] })).toEqual({
    disk_setup: {},
    fs_setup: [filesystem].map((one) => ({ ...one, partition: said })),
  });
});
