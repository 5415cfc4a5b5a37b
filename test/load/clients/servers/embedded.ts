import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ApiServer } from "@capstan/apiserver";
import type { MeasuredServer } from "./measured-server.ts";

/** The embedded server in this process. */
export async function startEmbedded(): Promise<MeasuredServer> {
  const folder = await mkdtemp(path.join(tmpdir(), "capstan-clients-server-"));
  const [data, saved] = [path.join(folder, "data"), path.join(folder, "saved")];
  let server = await ApiServer.start({ dataDirectory: data });
  const again = async (): Promise<void> => {
    server = await ApiServer.start({ dataDirectory: data, port: server.port });
  };
  const whileStopped = async (work: () => Promise<void>): Promise<void> => {
    await server.close();
    await work();
    await again();
  };
  return {
    url: server.url,
    kubeconfig: server.kubeconfig,
    kubeconfigFor: (name) => Promise.resolve(server.kubeconfigFor(name, ["system:masters"])),
    watchesOf: (name) =>
      [...server.requests.entries()].filter(
        ({ verb, user, resource }) => verb === "watch" && user === name && resource === "configmaps",
      ).length,
    kill: () => server.close(),
    restart: again,
    save: () => whileStopped(() => cp(data, saved, { recursive: true })),
    restore: () =>
      whileStopped(async () => {
        await rm(data, { recursive: true });
        await cp(saved, data, { recursive: true });
      }),
    expire: () => {
      server.compact();
    },
    [Symbol.asyncDispose]: async () => {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
