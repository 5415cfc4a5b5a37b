/** The input of a machine's bootstrap data. */
export interface MachineSetup {
  readonly role: "FirstServer" | "Server" | "Agent";
  readonly hostname: string;
  /** The Kubernetes version, with a leading v. */
  readonly version: string;
  /** Host and port of the API server. */
  readonly endpoint: string;
  /** The certificate authority of the cluster as PEM. The private key is a secret: never log it. */
  readonly certificate: string;
  readonly privateKey: string;
  readonly arguments: readonly string[];
}

/** Its existence shows that the machine has booted successfully (contract rule BH-011). */
const sentinelFile = "/run/cluster-api/bootstrap-success.complete";

/** The cloud-init document of one machine. Pure: the same machine always gets the same document. */
export function renderCloudConfig({ role, hostname, version, endpoint, ...setup }: MachineSetup): string {
  const files = [
    { path: "/etc/__name__/ca.crt", content: setup.certificate, permissions: "0644" },
    ...(role === "Agent" ? [] : [{ path: "/etc/__name__/ca.key", content: setup.privateKey, permissions: "0600" }]),
  ];
  // TODO: start your distribution. cloud-init runs a list as a program with these arguments, without a shell.
  const start = role === "FirstServer" ? "--begin" : `--join=https://${endpoint}`;
  const program = ["__name__", role === "Agent" ? "agent" : "server", start, `--version=${version}`, ...setup.arguments];
  const success = `mkdir -p /run/cluster-api && echo success > ${sentinelFile}`;
  // cloud-init joins them to one shell script, so a failing command ends it before the sentinel file.
  const runcmd = ["set -e", program, success];
  // JSON is valid YAML, in which no value can break out of its place.
  return `#cloud-config\n${JSON.stringify({ hostname, write_files: files, runcmd }, undefined, 2)}\n`;
}
