import { createHmac } from "node:crypto";

/** What a machine starts `light` with. */
export interface LightStart {
  readonly role: "FirstServer" | "Server" | "Agent";
  readonly nodeName: string;
  readonly version: string;
  readonly endpoint: string;
  /** The certificate authority of the cluster, PEM. */
  readonly authority: { readonly certificate: string; readonly privateKey: string };
  readonly arguments: readonly string[];
}

/** The file that shows an infrastructure provider that a machine's bootstrap succeeded. */
export const sentinelFile = "/run/cluster-api/bootstrap-success.complete";
/** The folder with the certificate authority, on servers. */
export const authorityFolder = "/etc/light/tls";

/** The script of a machine's first boot. Servers get the key of the certificate authority; workers get its certificate and the token. */
export function renderScript(start: LightStart): string {
  const { role, nodeName, version, endpoint, authority } = start;
  const isServer = role !== "Agent";
  const files = { "ca.crt": authority.certificate, ...(isServer ? { "ca.key": authority.privateKey } : {}) };
  const options = [
    `--node-name=${nodeName}`,
    `--version=${version}`,
    `--token=${tokenOf(authority.privateKey)}`,
    role === "FirstServer" ? `--cluster-init=${endpoint}` : `--join=${endpoint}`,
    ...start.arguments,
  ];
  return [
    "#!/bin/sh",
    "set -e",
    "umask 077",
    `mkdir -p ${authorityFolder}`,
    ...Object.entries(files).map(([name, text]) => `echo ${base64(text)} | base64 -d > ${authorityFolder}/${name}`),
    ["light", isServer ? "server" : "agent", ...options.map(quoted)].join(" "),
    `mkdir -p ${sentinelFile.replace(/\/[^/]*$/, "")} && echo success > ${sentinelFile}`,
    "",
  ].join("\n");
}

/** The token with which machines join: the same for all machines of a cluster, and secret, as the key that it is derived from. */
function tokenOf(privateKey: string): string {
  return createHmac("sha256", privateKey).update("join").digest("hex").slice(0, 32);
}

function base64(text: string): string {
  return Buffer.from(text, "utf8").toString("base64");
}

function quoted(argument: string): string {
  return `'${argument.replaceAll("'", `'\\''`)}'`;
}
