/** What a machine's bootstrap data is made from. */
export interface MachineSetup {
  readonly hostname: string;
  readonly commands: readonly string[];
}

/** Its presence shows that the machine has booted as it should (contract rule BH-011). */
const sentinelFile = "/run/cluster-api/bootstrap-success.complete";

/** The cloud-init document of one machine. Pure: the same machine always gets the same document. */
export function renderCloudConfig({ hostname, commands }: MachineSetup): string {
  // cloud-init makes one shell script of them: a command that fails ends it before the sentinel file.
  const runcmd = ["set -e", ...commands, `mkdir -p /run/cluster-api && echo success > ${sentinelFile}`];
  // JSON is YAML, in which no value can break out of its place.
  return `#cloud-config\n${JSON.stringify({ hostname, runcmd }, undefined, 2)}\n`;
}
