/**
 * A manager of a small provider as a separate process: it writes its name to every Cluster that it serves. Its version, from the
 * environment, is in its User-Agent, so that the server's log identifies the manager that sent a request.
 */
import process from "node:process";
import { Cluster } from "@capstan/contract";
import { Controller, forKind, patchChanges, Result, runManager } from "@capstan/runtime";

const who = process.env.CAPSTAN_SHARE ?? "";

await runManager({
  name: "capstan-shares",
  version: who,
  description: "Writes into each Cluster who has served it.",
  setup: (manager) => {
    manager.add(
      new Controller({
        name: "cluster",
        sources: [forKind(Cluster)],
        reconciler: {
          async reconcile(request) {
            const before = await manager.cache.get(Cluster, request);
            if (before === undefined) return Result.awaitChange();
            const annotations = { ...before.metadata.annotations, [`shares.example.io/${who}`]: "served" };
            const after = { ...structuredClone(before as Cluster), metadata: { ...before.metadata, annotations } };
            await patchChanges(manager.client, Cluster, before, after as Cluster);
            return Result.awaitChange();
          },
        },
      }),
    );
  },
});
