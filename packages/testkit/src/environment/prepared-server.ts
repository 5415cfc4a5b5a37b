import { ApiServer } from "@capstan/apiserver";
import type { CustomResourceDefinition } from "@capstan/contract";
import { CertificateAuthority } from "@capstan/kube/x509";
import { createClient, installCRDs, systemClock } from "@capstan/runtime";

/** CRDs that are installed together, on what the layers before have. */
export type Layer = readonly CustomResourceDefinition[];

/** A process runs many files of tests, each with kinds of its own, one file after the other. */
const mostKept = 8;

/** By its layers; the one that was asked for the longest time ago is first. */
const prepared = new Map<string, Promise<ApiServer>>();
let authority: Promise<CertificateAuthority> | undefined;

/**
 * A server on which these CRDs are installed, for environments to fork: to install them takes longer than all else that an environment
 * needs to start. It is made once, and closed; what layers have in common, such as the core's kinds, is prepared once for all. Those of
 * one process share their certificates.
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
