import https from "node:https";
import { setTimeout as delay } from "node:timers/promises";
import { kubeconfigClient } from "../../access/kubeconfig-client.ts";
import { type Figure, median, type Sizes, timed } from "../parts/figure.ts";
import { type Measured, Pair } from "../parts/pair.ts";
import { pageOf } from "../parts/page.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";
const perRound = 500;
const writers = 8;
/** For memory that is held for a while after the work is done. */
const restMs = 5_000;
const data = { text: "x".repeat(1_300) };

/** Memory, writes and pages, with an increasing number of objects of 1.5 KB. */
export async function measureObjects({ objects, rounds }: Sizes): Promise<readonly Figure[]> {
  await using pair = await Pair.start();
  await delay(restMs);
  const idle = memoryOf(pair);
  const agent = new https.Agent({ keepAlive: true, maxSockets: writers });
  const before = cpuOf(pair);
  const seconds = await pair.inTurns(objects / perRound, (server, round) => writeRound(server, agent, round));
  const after = cpuOf(pair);
  await delay(restMs);
  const full = memoryOf(pair);
  const path = `${configMaps}?limit=500`;
  const pages = await pair.inTurns(rounds * 5, (server) => timed(() => pageOf(server.kubeconfig, agent, path)));
  agent.destroy();
  const perSecond = (times: readonly number[]): number => perRound / median(times);
  const micros = (name: Measured["name"]): number => ((after[name] - before[name]) * 1e6) / objects;
  const unit = "MiB";
  return [
    { what: "memory, idle", unit, ...idle, aim: "≤ 80 MiB" },
    { what: `memory with ${objects} objects of 1.5 KB`, unit, ...full, aim: "≤ 200 MiB" },
    {
      what: `writes a second, ${writers} at a time`,
      unit: "/s",
      embedded: perSecond(seconds.embedded),
      real: perSecond(seconds.real),
      aim: "≥ 3 ×",
    },
    // More meaningful than the rate on a machine with other work.
    { what: "processor time for a write", unit: "µs", embedded: micros("embedded"), real: micros("real"), aim: "" },
    { what: "a page of 500", unit: "ms", embedded: median(pages.embedded), real: median(pages.real), aim: "≤ 1 ×" },
  ];
}

function memoryOf({ embedded, real }: Pair): { embedded: number; real: number } {
  return { embedded: embedded.rssMiB(), real: real.rssMiB() };
}

function cpuOf({ embedded, real }: Pair): Record<Measured["name"], number> {
  return { embedded: embedded.cpuSeconds(), real: real.cpuSeconds() };
}

/** @returns the seconds it took. */
async function writeRound({ kubeconfig }: Measured, agent: https.Agent, round: number): Promise<number> {
  const send = kubeconfigClient(kubeconfig, agent);
  const names = Array.from({ length: perRound }, (_, index) => `c${round}-${index}`);
  const write = async (): Promise<void> => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      await send("POST", configMaps, { metadata: { name }, data });
    }
  };
  return (await timed(() => Promise.all(Array.from({ length: writers }, write)))) / 1_000;
}
