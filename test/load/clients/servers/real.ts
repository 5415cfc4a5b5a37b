import { RealApiServer } from "@capstan/testkit";
import type { MeasuredServer, ServerNeeds } from "./measured-server.ts";

/**
 * Versions expire while the server lives where etcd is compacted and the API server, which would remember 75 s and more of its own,
 * keeps no events of the kind. The server compacts what is older than one to two such intervals.
 */
const expiring = ["--watch-cache-sizes=configmaps#0", "--etcd-compaction-interval=1s"];

/** etcd and kube-apiserver. */
export async function startReal({ counts = false, expires = false }: ServerNeeds): Promise<MeasuredServer> {
  const server = await RealApiServer.start({ audit: counts, apiServerFlags: expires ? expiring : [] });
  return {
    url: server.url,
    kubeconfig: server.kubeconfig,
    kubeconfigFor: (name) => server.kubeconfigFor(name),
    watchesOf: (name) => {
      const watches = server
        .auditEntries()
        .filter(
          ({ verb, user, objectRef }) =>
            verb === "watch" && user.username === name && objectRef?.resource === "configmaps",
        );
      // A watch has one entry when it begins and one when it ends.
      return new Set(watches.map(({ auditID }) => auditID)).size;
    },
    kill: () => server.killApiServer(),
    restart: () => server.restart(),
    save: () => server.saveEtcd(),
    restore: () => server.restoreEtcd(),
    expire: () => undefined,
    [Symbol.asyncDispose]: () => server.stop(),
  };
}
