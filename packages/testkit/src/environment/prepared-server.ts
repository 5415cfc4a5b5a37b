import { ApiServer } from "@capstan/apiserver";
import type { CustomResourceDefinition } from "@capstan/contract";
import { CertificateAuthority } from "@capstan/kube/x509";
import { createClient, installCRDs, systemClock } from "@capstan/runtime";

/** CRDs that are installed together, on top of the earlier layers. */
export type Layer = readonly CustomResourceDefinition[];

/** A process runs many test files, each with its own kinds, one file after the other. */
const mostKept = 8;

/** By layers; the least recently used server is first. */
const prepared = new Map<string, Promise<ApiServer>>();
let authority: Promise<CertificateAuthority> | undefined;

/**
 * A closed server with these CRDs installed, for environments to fork: installing CRDs takes longer than everything else that an
 * environment needs to start. Each combination is prepared once; common layers, such as the core's kinds, are shared. Servers of one
 * process share certificates.
 */
export async function preparedServer(layers: readonly Layer[]): Promise<ApiServer> {
  const installed = layers.filter((layer) => layer.length > 0);
  const key = JSON.stringify(installed);
  const preparing = prepared.get(key) ?? prepare(installed);
  prepared.delete(key);
  prepared.set(key, preparing);
  const [oldest] = prepared.keys();
  if (prepared.size > mostKept && oldest !== undefined) prepared.delete(oldest);
  try {
    return await preparing;
  } catch (error) {
    prepared.delete(key);
    throw error;
  }
}

async function prepare(layers: readonly Layer[]): Promise<ApiServer> {
  const last = layers.at(-1);
  if (last === undefined) {
    authority ??= CertificateAuthority.create("capstan-test-ca", systemClock);
    await using first = await ApiServer.start({ certificateAuthority: await authority });
    return first;
  }
  await using server = await (await preparedServer(layers.slice(0, -1))).fork();
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "capstan-test/1" });
  try {
    await installCRDs(client, last);
  } finally {
    await client.close();
  }
  return server;
}
