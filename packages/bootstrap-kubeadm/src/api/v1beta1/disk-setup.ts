import { Type } from "typebox";
import { DiskSetup, Partition } from "../v1beta2/disk-setup.ts";
import { withoutLowerBounds } from "./without-lower-bounds.ts";

const { diskLayout } = Partition.properties;

/** How to partition a disk: as in `diskLayout` or, without it, as one partition or not at all (`layout`). */
const PartitionV1Beta1 = Type.Object({
  ...withoutLowerBounds(Partition).properties,
  layout: Type.Boolean({ description: "Whether to create one partition on the whole disk. diskLayout overrides it." }),
  diskLayout: Type.Optional(
    Type.Array(diskLayout.items, { minItems: 1, maxItems: 100, description: "Partitions, in order." }),
  ),
});
type PartitionV1Beta1 = Type.Static<typeof PartitionV1Beta1>;

export const DiskSetupV1Beta1 = Type.Object(
  {
    ...withoutLowerBounds(DiskSetup).properties,
    partitions: Type.Optional(Type.Array(PartitionV1Beta1, { maxItems: 100, description: "Disks to partition." })),
  },
  { description: "Disks and file systems of the machine." },
);
export type DiskSetupV1Beta1 = Type.Static<typeof DiskSetupV1Beta1>;
