import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ApiServer } from "@capstan/apiserver";
import { type Client, createClient } from "@capstan/runtime";
import { version } from "../version/version.ts";

/** The user of the provider on its API server, so that faults affect only the provider. */
export const providerUser = "capstan-dev:provider";

/** The API server for a provider under development. */
export interface DevServer {
  readonly server: ApiServer;
  readonly client: Client;
  /** Kubeconfig files of the developer and of the provider. */
  readonly kubeconfigs: { readonly developer: string; readonly provider: string };
  /** For state of the provider that lives as long as the objects on the server. */
  readonly stateFolder: string;
}

/** @param dataDirectory - where the server stores its state; undefined: in memory. */
export async function startDevServer(
  dataDirectory: string | undefined,
  closing: AsyncDisposableStack,
): Promise<DevServer> {
  const folder = await mkdtemp(path.join(tmpdir(), "capstan-dev-"));
  closing.defer(() => rm(folder, { recursive: true, force: true }));
  const server = closing.use(await ApiServer.start(dataDirectory === undefined ? {} : { dataDirectory }));
  const kubeconfigs = {
    developer: path.join(folder, "kubeconfig"),
    provider: path.join(folder, "provider.kubeconfig"),
  };
  const ofProvider = server.kubeconfigFor(providerUser, ["system:masters"]);
  await writeFile(kubeconfigs.developer, server.kubeconfig, { mode: 0o600 });
  await writeFile(kubeconfigs.provider, ofProvider, { mode: 0o600 });
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: `capstan-dev/${version}` });
  closing.defer(() => client.close());
  return { server, client, kubeconfigs, stateFolder: path.resolve(dataDirectory ?? folder, "provider") };
}
