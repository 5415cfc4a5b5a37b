import { RealApiServer } from "@capstan/testkit";
import type { MeasuredServer, ServerNeeds } from "./measured-server.ts";

/**
 * Versions expire on a running server if etcd is compacted and the API server, which would otherwise remember at least 75 s, keeps no
 * events of the kind. The server compacts versions older than one to two such intervals.
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
      // A watch has one entry at its start and one at its end.
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
