/**
 * A process that takes part in an election and, as long as it leads, changes ConfigMaps twenty times a second each.
 * Its one argument is a {@link CandidateOptions} as JSON.
 */
import { readFileSync } from "node:fs";
import process from "node:process";
import {
  channelSource,
  type Client,
  ConfigMap,
  Controller,
  createClient,
  createLogger,
  createRequest,
  Lease,
  Manager,
  Result,
  systemClock,
} from "@capstan/runtime";
import type { CandidateOptions } from "./candidate-options.ts";

const options = JSON.parse(process.argv[2] ?? "{}") as CandidateOptions;
const client = createClient({
  kubeconfig: readFileSync(options.kubeconfigFile, "utf8"),
  userAgent: `${options.identity}/1`,
});

/** The client of the candidate: the answer to its first write of the Lease may take long. */
function slow(whole: Client, answerAfterMs: number): Client {
  let isFirst = true;
  const late = async <R>(kind: { readonly kind: string }, answer: Promise<R>): Promise<R> => {
    const value = await answer;
    if (kind.kind === Lease.kind && isFirst) {
      isFirst = false;
      await systemClock.sleep(answerAfterMs);
    }
    return value;
  };
  return {
    server: whole.server,
    userAgent: whole.userAgent,
    get: (kind, key, given) => whole.get(kind, key, given),
    list: (kind, given) => whole.list(kind, given),
    watch: (kind, given) => whole.watch(kind, given),
    watchBatches: (kind, given) => whole.watchBatches(kind, given),
    create: (kind, object, given) => late(kind, whole.create(kind, object, given)),
    replace: (kind, object, given) => late(kind, whole.replace(kind, object, given)),
    patch: (kind, key, patch, given) => whole.patch(kind, key, patch, given),
    delete: (kind, key, given) => whole.delete(kind, key, given),
    request: (method, path, body, given) => whole.request(method, path, body, given),
    close: () => whole.close(),
  };
}

const manager = new Manager({
  name: "leadership",
  client: slow(client, options.slowLeaseMs),
  logger: createLogger({ level: "error" }),
  concurrency: options.objects,
  leaderElection: { namespace: "default", identity: options.identity, ...options.durations },
});
const source = channelSource();
let writes = 0;
manager.add(
  new Controller({
    name: "load",
    sources: [source],
    reconciler: {
      reconcile: async ({ name }, { signal }) => {
        writes += 1;
        const body = { data: { [options.identity]: String(writes) } };
        await manager.client.patch(ConfigMap, { name, namespace: "default" }, { type: "merge", body }, { signal });
        return Result.requeueAfter(50);
      },
    },
  }),
);
await manager.start();
for (let index = 0; index < options.objects; index += 1) source.push(createRequest(`load-${index}`, "default"));
await manager.failure.catch((error: unknown) => {
  process.stdout.write(`${error instanceof Error ? error.name : "failed"}\n`);
});
await manager.stop();
await client.close();
