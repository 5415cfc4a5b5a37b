import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ApiServer } from "@capstan/apiserver";
import type { CustomResourceDefinition } from "@capstan/contract";
import { createClient, installCRDs } from "@capstan/runtime";

/** An embedded API server with these CRDs, an administrator's client, and a folder with its kubeconfig. */
export async function serverWithCRDs(crds: readonly CustomResourceDefinition[]) {
  await using opening = new AsyncDisposableStack();
  const server = opening.use(await ApiServer.start());
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test/1" });
  opening.defer(() => client.close());
  await installCRDs(client, crds);
  const { path: folder } = opening.use(await mkdtempDisposable(path.join(tmpdir(), "capstan-server-")));
  const kubeconfigFile = path.join(folder, "kubeconfig");
  await writeFile(kubeconfigFile, server.kubeconfig, { mode: 0o600 });
  const closing = opening.move();
  return { server, client, folder, kubeconfigFile, [Symbol.asyncDispose]: () => closing.disposeAsync() };
}
