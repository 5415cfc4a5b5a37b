import { optional } from "@capstan/kube";
import type { DiskSetup } from "../v1beta2/disk-setup.ts";
import type { DiskSetupV1Beta1 } from "../v1beta1/disk-setup.ts";
import { ifThere } from "./if-there.ts";

/** Converts disks to v1beta2, where a disk has either a `layout` or a `diskLayout`. In v1beta1 it has both, and `diskLayout` wins. */
export function toDiskSetup({ partitions, ...same }: DiskSetupV1Beta1): DiskSetup {
  const converted = ifThere(partitions, (list) =>
    list.map(({ layout, ...partition }) => (partition.diskLayout === undefined ? { ...partition, layout } : partition)),
  );
  return { ...same, ...optional("partitions", converted) };
}

/** Converts disks to v1beta1, where `layout` is always set. */
export function fromDiskSetup({ partitions, ...same }: DiskSetup): DiskSetupV1Beta1 {
  const converted = ifThere(partitions, (list) => list.map((partition) => ({ layout: false, ...partition })));
  return { ...same, ...optional("partitions", converted) };
}
