/**
 * A process that takes part in an election and, while it leads, changes each ConfigMap twenty times per second. Its only argument is a
 * {@link CandidateOptions} as JSON.
 */
import { once } from "node:events";
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
  delegatingClient,
  Lease,
  Manager,
  Result,
} from "@capstan/runtime";
import type { CandidateOptions } from "./candidate-options.ts";

const options = JSON.parse(process.argv[2] ?? "{}") as CandidateOptions;
const client = createClient({
  kubeconfig: readFileSync(options.kubeconfigFile, "utf8"),
  userAgent: `${options.identity}/1`,
});

/** A client that withholds the response to its first write of the Lease until the signal. */
function slow(whole: Client): Client {
  const signal = once(process, "SIGUSR2");
  let isFirst = true;
  const late = async <R>(kind: { readonly kind: string }, answer: Promise<R>): Promise<R> => {
    const value = await answer;
    if (kind.kind === Lease.kind && isFirst) {
      isFirst = false;
      await signal;
    }
    return value;
  };
  return {
    ...delegatingClient(whole),
    create: (kind, object, given) => late(kind, whole.create(kind, object, given)),
    replace: (kind, object, given) => late(kind, whole.replace(kind, object, given)),
  };
}

const manager = new Manager({
  name: "leadership",
  client: options.isLeaseSlow ? slow(client) : client,
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
