import { type DiskSetup, type Filesystem, type Partition, type PartitionSpec } from "../../api/v1beta2/disk-setup.ts";
import { scalar } from "./scalar.ts";

/** The partition types that the API names, as `sfdisk` names them. */
const partitionTypes: Readonly<Record<string, string>> = {
  Linux: "83",
  LinuxSwap: "82",
  LinuxRAID: "fd",
  LVM: "8e",
  Fat32: "0c",
  NTFS: "07",
  LinuxExtended: "85",
};

/**
 * cloud-init's `disk_setup` and `fs_setup`, as lines: both or neither, as in the Go provider. A section without entries is empty rather
 * than null, which cloud-init's schema refuses.
 */
export function diskLines(setup: DiskSetup | undefined): string[] {
  if (setup === undefined) return [];
  const { partitions = [], filesystems = [] } = setup;
  return [
    ...(partitions.length === 0
      ? ["disk_setup: {}"]
      : ["disk_setup:", ...lastOfEachDevice(partitions).flatMap(partitionLines)]),
    ...(filesystems.length === 0 ? ["fs_setup: []"] : ["fs_setup:", ...filesystems.flatMap(filesystemLines)]),
  ];
}

// The device is a key, and duplicate keys are invalid YAML; parsers that accept them take the last.
function lastOfEachDevice(partitions: readonly Partition[]): Partition[] {
  return [...new Map(partitions.map((partition) => [partition.device, partition])).values()];
}

function partitionLines({ device, tableType, layout, diskLayout = [], overwrite }: Partition): string[] {
  return [
    `  ${scalar(device)}:`,
    ...(tableType === undefined ? [] : [`    table_type: ${tableType}`]),
    ...(diskLayout.length > 0
      ? ["    layout:", ...diskLayout.map((part) => `      - ${partitionSpec(part)}`)]
      : [`    layout: ${layout ?? false}`]),
    ...(overwrite === undefined ? [] : [`    overwrite: ${overwrite}`]),
  ];
}

function partitionSpec({ percentage, partitionType }: PartitionSpec): string {
  if (partitionType === undefined) return String(percentage);
  const type = partitionTypes[partitionType];
  return `[${percentage}, ${type ?? scalar(partitionType)}]`;
}

function filesystemLines(filesystem: Filesystem): string[] {
  const { label, partition, overwrite, replaceFS, extraOpts = [] } = filesystem;
  const first = `filesystem: ${scalar(filesystem.filesystem)}`;
  return [
    ...(label === undefined ? [`  - ${first}`] : [`  - label: ${scalar(label)}`, `    ${first}`]),
    `    device: ${scalar(filesystem.device)}`,
    ...(partition === undefined ? [] : [`    partition: ${partitionNumber(partition)}`]),
    ...(overwrite === undefined ? [] : [`    overwrite: ${overwrite}`]),
    ...(replaceFS === undefined ? [] : [`    replace_fs: ${scalar(replaceFS)}`]),
    ...(extraOpts.length === 0 ? [] : ["    extra_opts:", ...extraOpts.map((option) => `      - ${scalar(option)}`)]),
  ];
}

// cloud-init's schema accepts a number, or one of its keywords.
function partitionNumber(partition: string): string {
  return /^(?:0|[1-9]\d*)$/.test(partition) ? partition : scalar(partition);
}
