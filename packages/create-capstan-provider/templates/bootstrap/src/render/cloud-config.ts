/** What a machine's bootstrap data is made from. */
export interface MachineSetup {
  readonly hostname: string;
  readonly commands: readonly string[];
}

/** The cloud-init document of one machine. Pure: the same machine always gets the same document. */
export function renderCloudConfig({ hostname, commands }: MachineSetup): string {
  // JSON is YAML, in which no value can break out of its place.
  return `#cloud-config\n${JSON.stringify({ hostname, runcmd: commands }, undefined, 2)}\n`;
}
