import type { BootStep } from "./boot-step.ts";
import { script, type StepOrigin } from "./new-step.ts";

// The first partition without a file system, the disk itself if nothing is on it, or what has the wanted one already.
const lines = [
  `set -e`,
  `device=$(readlink -f "$1"); partition=$2; type=$3; label=$4; overwrite=$5; shift 5`,
  `[ -b "$device" ] || { echo "$device is not a disk of this machine." >&2; exit 1; }`,
  `case $partition in`,
  `  none) ;;`,
  `  auto | any)`,
  `    found=$(lsblk -nrpo NAME,TYPE,FSTYPE "$device" | awk -v type="$type" '`,
  `      $3 == type { found = "has"; exit }`,
  `      $2 == "part" && $3 == "" { found = $1; exit }`,
  `      { if (NR == 1) disk = $1; if ($2 != "disk" || $3 != "") used = 1 }`,
  `      END { if (found != "") print found; else if (!used) print disk }')`,
  `    [ "$found" != has ] || exit 0`,
  `    [ -n "$found" ] || { echo "$device has no free partition." >&2; exit 1; }`,
  `    device=$found ;;`,
  `  *) case $device in *[0-9]) device=$device"p$partition" ;; *) device=$device$partition ;; esac`,
  `    [ -b "$device" ] || { echo "$device is not a partition of this machine." >&2; exit 1; } ;;`,
  `esac`,
  `if [ "$overwrite" != true ] && [ "$(blkid -p -s TYPE -o value "$device")" = "$type" ] &&`,
  `  [ "$(blkid -p -s LABEL -o value "$device")" = "$label" ]; then exit 0; fi`,
  `force=; case $type in ext*) force=-F ;; btrfs | xfs | reiserfs | swap) force=-f ;; esac`,
  `program=mkfs.$type; [ "$type" != swap ] || program=mkswap`,
  `exec "$program" \${label:+-L "$label"} $force "$@" "$device"`,
];

/** A file system to create, unless the device has it already. */
export interface RequestedFilesystem {
  readonly device: string;
  /** A number, `none` for the device itself, or `auto` and `any` for the first that fits. */
  readonly partition: string;
  readonly type: string;
  readonly label: string;
  readonly overwrite: boolean;
  readonly options: readonly string[];
}

/** A step that creates a file system. */
export function makeFilesystem(origin: StepOrigin, filesystem: RequestedFilesystem): BootStep {
  const { device, partition, type, label, overwrite, options } = filesystem;
  return script(origin, lines, ["make-filesystem", device, partition, type, label, String(overwrite), ...options]);
}
