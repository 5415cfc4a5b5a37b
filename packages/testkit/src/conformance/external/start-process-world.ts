import { Cluster, Machine, MachinePool, type ResourceKind } from "@capstan/contract";
import { Secret, systemClock, type Client } from "@capstan/runtime";
import { applyObjects } from "../../environment/apply-yaml.ts";
import { ProgramError } from "../../real/program-error.ts";
import { ApiProxy } from "./api-proxy.ts";
import { callsWebhooksOf } from "./called-webhooks.ts";
import { installWebhooksOf } from "./installed-webhooks.ts";
import { type ManagementServer, managementServer } from "./management-server.ts";
import { ProcessWorld } from "./process-world.ts";
import { ProviderCommand } from "./provider-command.ts";
import { type InstalledKind, type ProviderRun, running } from "./provider-run.ts";
import { WatchedTraffic } from "./watched-traffic.ts";

const readyWithinMs = 60_000;
const pollMs = 50;
/** The time from the watch of the kind under test to those of others. */
const otherWatchesMs = 500;

/**
 * Starts a provider for one scene about a kind.
 *
 * @throws ProgramError it ends, or does not watch the kind in time; with its last lines.
 */
export async function startProcessWorld(run: ProviderRun, tested: InstalledKind): Promise<ProcessWorld> {
  const closing = new AsyncDisposableStack();
  try {
    const server = await managementServer(run, closing);
    const { client, namespace, isElsewhere } = server;
    await applyObjects(client, run.prerequisites, namespace);
    const lastChangeMs = followChanges(client, [...run.kinds.map(({ kind }) => kind), Secret], namespace, closing);
    const provider = run.command === running ? {} : await startProvider(run, server, tested, closing);
    return new ProcessWorld({
      ...provider,
      client,
      namespace,
      isElsewhere,
      callsWebhooks: await callsWebhooksOf(run.kinds, client),
      lastChangeMs,
      quietMs: run.quietMs,
      closing,
    });
  } catch (error) {
    await closing.disposeAsync();
    throw error;
  }
}

async function startProvider(
  run: ProviderRun,
  server: ManagementServer,
  { kind }: InstalledKind,
  closing: AsyncDisposableStack,
): Promise<{ readonly traffic: WatchedTraffic; readonly command: ProviderCommand }> {
  const kinds: readonly ResourceKind[] = [Cluster, Machine, MachinePool, Secret, ...run.kinds.map((each) => each.kind)];
  const traffic = new WatchedTraffic(new Map(kinds.map((each) => [each.plural, each.kind])));
  const proxy = closing.use(await ApiProxy.start(server.upstream(), traffic));
  const command = closing.use(await ProviderCommand.start(run.command, proxy.kubeconfig));
  const limitMs = systemClock.monotonic() + readyWithinMs;
  while (!traffic.isWatching(kind.plural)) {
    const { ending, output } = command;
    if (ending !== undefined || systemClock.monotonic() > limitMs) {
      const what =
        ending === undefined ? `does not watch ${kind.plural} after ${readyWithinMs / 1_000} s` : `exited (${ending})`;
      throw new ProgramError(`The provider ${what}: ${run.command}\n${output.join("\n")}`);
    }
    await systemClock.sleep(pollMs);
  }
  if (command.webhooks !== undefined) await installWebhooksOf(run, command.webhooks, server.client, closing);
  await systemClock.sleep(otherWatchesMs);
  return { traffic, command };
}

/** Watches kinds in a namespace. @returns the time of the last change, by the monotonic system clock. */
function followChanges(
  client: Client,
  kinds: readonly ResourceKind[],
  namespace: string,
  closing: AsyncDisposableStack,
): () => number {
  let lastMs = systemClock.monotonic();
  const stopping = new AbortController();
  const follow = async (kind: ResourceKind): Promise<void> => {
    for await (const { type } of client.watch(kind, { namespace, signal: stopping.signal })) {
      if (type !== "BOOKMARK") lastMs = systemClock.monotonic();
    }
  };
  const following = kinds.map((kind) =>
    follow(kind).catch((error: unknown) => {
      if (!stopping.signal.aborted) throw error;
    }),
  );
  closing.defer(async () => {
    stopping.abort();
    await Promise.all(following);
  });
  return () => lastMs;
}
