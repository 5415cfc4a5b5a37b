import { ApiServer } from "@capstan/apiserver";
import type { CustomResourceDefinition } from "@capstan/contract";
import { CertificateAuthority } from "@capstan/kube/x509";
import { createClient, installCRDs, systemClock } from "@capstan/runtime";

/** Tests of a process rarely install more sets of core CRDs than those with and without MachinePools. */
const mostKept = 4;

const prepared = new Map<string, Promise<ApiServer>>();
let authority: Promise<CertificateAuthority> | undefined;

/**
 * A server on which these CRDs are installed, for environments to fork: to install them takes longer than all else that an environment
 * needs to start. It is made once, and closed. Those of one process share their certificates.
 */
export function preparedServer(crds: readonly CustomResourceDefinition[]): Promise<ApiServer> {
  const key = JSON.stringify(crds);
  const known = prepared.get(key);
  if (known !== undefined) return known;
  const [oldest] = prepared.keys();
  if (prepared.size >= mostKept && oldest !== undefined) prepared.delete(oldest);
  const preparing = prepare(crds);
  prepared.set(key, preparing);
  preparing.catch(() => prepared.delete(key));
  return preparing;
}

async function prepare(crds: readonly CustomResourceDefinition[]): Promise<ApiServer> {
  authority ??= CertificateAuthority.create("capstan-test-ca", systemClock);
  await using server = await ApiServer.start({ certificateAuthority: await authority });
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "capstan-test/1" });
  try {
    await installCRDs(client, crds);
  } finally {
    await client.close();
  }
  return server;
}
