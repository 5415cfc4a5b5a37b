/** The file by which an infrastructure provider sees that a machine's bootstrap succeeded. */
export const sentinelFile = "/run/cluster-api/bootstrap-success.complete";

/** `script` with its variables before it, and after it the sentinel file, which only success reaches. */
export function renderScript(script: string, variables: Readonly<Record<string, string>>): string {
  const exports = Object.entries(variables).map(
    ([name, value]) => `export ${name}='${value.replaceAll("'", `'\\''`)}'`,
  );
  const sentinel = `mkdir -p /run/cluster-api && echo success > ${sentinelFile}`;
  // A subshell: an early `exit` of the script ends the script, and not what follows it.
  return ["#!/bin/sh", "set -e", ...exports, "(", script.trimEnd(), ")", sentinel, ""].join("\n");
}
