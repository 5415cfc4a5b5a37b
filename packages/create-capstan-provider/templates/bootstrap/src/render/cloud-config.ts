/** The input of a machine's bootstrap data. */
export interface MachineSetup {
  readonly hostname: string;
  readonly commands: readonly string[];
}

/** Its existence shows that the machine has booted successfully (contract rule BH-011). */
const sentinelFile = "/run/cluster-api/bootstrap-success.complete";

/** The cloud-init document of one machine. Pure: the same machine always gets the same document. */
export function renderCloudConfig({ hostname, commands }: MachineSetup): string {
  // cloud-init joins them to one shell script, so a failing command ends it before the sentinel file.
  const runcmd = ["set -e", ...commands, `mkdir -p /run/cluster-api && echo success > ${sentinelFile}`];
  // JSON is valid YAML, in which no value can break out of its place.
  return `#cloud-config\n${JSON.stringify({ hostname, runcmd }, undefined, 2)}\n`;
}
