import { loadedImagesFolder } from "../boot-archive.ts";

/** The first line of each section of a report. */
export const sections = { status: "== status", result: "== result", exits: "== exits", output: "== output" } as const;

/** The exit code of a report for an image without cloud-init. */
export const noCloudInitCode = 3;

/** Where cloud-init keeps the scripts of users, as a pattern of grep. */
const scripts = "/var/lib/cloud/instance/scripts/";

/**
 * What the provider adds to cloud-init in a container. The services of cloud-init call `begin` and `end`, so that the result of the first
 * boot outlives the container's next start, which empties /run, and the end of the manager. `report` prints how far cloud-init is.
 */
export const cloudInitScript = String.raw`#!/bin/sh
boot=$(cd "$(dirname "$0")" && pwd)
live=/run/cloud-init
umask 077
case $1 in
begin)
  echo begun >>"$boot/starts"
  ;;
await-images)
  until [ "$(ls ${loadedImagesFolder} 2>/dev/null | wc -l)" -ge "$2" ]; do sleep 1; done
  ;;
end)
  if [ -e "$boot/result" ] || [ ! -e "$live/result.json" ]; then exit 0; fi
  cp "$live/result.json" "$boot/result.json"
  grep -hEA 1 "^Command: \['${scripts}|Failed running ${scripts}" /var/log/cloud-init.log >"$boot/exits"
  log=/var/log/cloud-init-output.log
  grep -EB 12 '\[WARNING\]: (Failed to run module|Running module) ' $log >"$boot/output" || tail -n 12 $log >"$boot/output"
  sentinel=missing
  [ ! -e /run/cluster-api/bootstrap-success.complete ] || sentinel=written
  echo "$sentinel" >"$boot/result.new" && mv "$boot/result.new" "$boot/result"
  ;;
report)
  starts=0
  [ ! -e "$boot/starts" ] || starts=$(wc -l <"$boot/starts")
  if [ "$starts" = 0 ] && ! command -v cloud-init >/dev/null; then exit ${noCloudInitCode}; fi
  echo "starts=$starts"
  echo "now=$(date +%s)"
  [ ! -e "$boot/result" ] || echo "sentinel=$(cat "$boot/result")"
  echo "${sections.status}"
  cat "$live/status.json" 2>/dev/null
  [ -e "$boot/result" ] || exit 0
  echo "${sections.result}"
  cat "$boot/result.json"
  echo "${sections.exits}"
  tail -c 4096 "$boot/exits"
  echo "${sections.output}"
  tail -c 32768 "$boot/output"
  ;;
esac
`;
