/** The file that shows an infrastructure provider that a machine's bootstrap succeeded. */
export const sentinelFile = "/run/cluster-api/bootstrap-success.complete";

/** `script`, preceded by its variables and followed by the sentinel file, which is written only on success. */
export function renderScript(script: string, variables: Readonly<Record<string, string>>): string {
  const exports = Object.entries(variables).map(
    ([name, value]) => `export ${name}='${value.replaceAll("'", `'\\''`)}'`,
  );
  const sentinel = `mkdir -p /run/cluster-api && echo success > ${sentinelFile}`;
  // A subshell, so that an early `exit` of the script does not skip the commands after it.
  return ["#!/bin/sh", "set -e", ...exports, "(", script.trimEnd(), ")", sentinel, ""].join("\n");
}
