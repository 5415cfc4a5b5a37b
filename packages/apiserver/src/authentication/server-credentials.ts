import { type CertificateAndKey, type CertificateAuthority } from "@capstan/kube/x509";

/** The certificates of a server and of its administrator. */
export interface ServerCredentials {
  readonly serving: CertificateAndKey;
  readonly admin: CertificateAndKey;
}

const issued = new WeakMap<object, Map<string, Promise<ServerCredentials>>>();

/**
 * Issues the certificates of a server with the addresses `hosts`. Servers of one process with the same CA, identified by `owner`, share
 * them, because certificates take a tenth of the time that a small server and its clients need to start.
 */
export function serverCredentials(
  authority: CertificateAuthority,
  owner: object,
  hosts: readonly string[],
): Promise<ServerCredentials> {
  const known = issued.get(owner) ?? new Map<string, Promise<ServerCredentials>>();
  issued.set(owner, known);
  const name = hosts.join();
  const credentials = known.get(name) ?? issue(authority, hosts);
  known.set(name, credentials);
  return credentials;
}

async function issue(authority: CertificateAuthority, hosts: readonly string[]): Promise<ServerCredentials> {
  const serving = await authority.issueServing("kube-apiserver", hosts);
  const admin = await authority.issueClient("admin", ["system:masters"]);
  return { serving, admin };
}
