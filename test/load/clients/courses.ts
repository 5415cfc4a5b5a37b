import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Client, createClient } from "@capstan/runtime";
import { RealApiServer } from "@capstan/testkit";
import { HoldingProxy } from "./holding-proxy.ts";
import type { MeasuredPeer } from "./measured-peer.ts";
import { type Peer, startPeer } from "./peers.ts";
import { change, fill } from "./writer.ts";

/** Figures by their name; `undefined`: it did not happen in time. */
export type Figures = Readonly<Record<string, number | undefined>>;

export interface Sizes {
  readonly objects: number;
  readonly updates: number;
}

/** Where the peers are measured. */
export class Course implements AsyncDisposable {
  readonly #server: RealApiServer;
  readonly #client: Client;
  readonly #folder: string;
  readonly #goBinary: string;
  /** The last number written in each namespace. */
  readonly #numbers = new Map<string, number>();

  private constructor(server: RealApiServer, folder: string, goBinary: string) {
    this.#server = server;
    this.#client = createClient({ kubeconfig: server.kubeconfig, userAgent: "bench-writer/1" });
    this.#folder = folder;
    this.#goBinary = goBinary;
  }

  static async start(goBinary: string, { objects }: Sizes): Promise<Course> {
    const server = await RealApiServer.start();
    const folder = await mkdtemp(path.join(tmpdir(), "capstan-clients-"));
    const course = new Course(server, folder, goBinary);
    await fill(course.#client, "many", objects);
    await fill(course.#client, "busy", busyObjects);
    return course;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.close();
    await this.#server.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** The first read of everything. */
  async sync(peer: Peer, { objects }: Sizes): Promise<Figures> {
    await using measured = await this.#start(peer, "many");
    const before = await measured.memory();
    measured.expect(objects, 0);
    const startedMs = Date.now();
    measured.start();
    const done = await measured.done(120_000);
    await sleep(1_500);
    const after = await measured.memory();
    return {
      "ms until all objects were seen": done === undefined ? undefined : done.atMs - startedMs,
      "CPU ms": after.cpuMs - before.cpuMs,
      "heap bytes an object": (after.heapBytes - before.heapBytes) / objects,
      "MiB of RSS more than before": (after.rssBytes - before.rssBytes) / 2 ** 20,
      sockets: after.sockets - before.sockets,
    };
  }

  /** Changes that come at a steady rate. */
  async events(peer: Peer, { updates }: Sizes): Promise<Figures> {
    await using measured = await this.#synced(peer, this.#server.kubeconfig);
    const before = await measured.memory();
    const written = await this.#change(measured, updates, 500);
    const done = await measured.done(30_000);
    return {
      "CPU ms per 1,000 events": done === undefined ? undefined : ((done.cpuMs - before.cpuMs) / written) * 1_000,
      ...kept(peer, done, written),
    };
  }

  /** Changes that were kept back and come at once; the median of four rounds. */
  async burst(peer: Peer): Promise<Figures> {
    using proxy = await HoldingProxy.start(Number(new URL(this.#server.url).port));
    await using measured = await this.#synced(peer, this.#server.kubeconfig.replaceAll(this.#server.url, proxy.url));
    const rates: number[] = [];
    const cpu: number[] = [];
    let sums: Figures = {};
    for (let round = 0; round <= 4; round += 1) {
      proxy.hold();
      const written = await this.#change(measured, burstEvents, 0);
      await sleep(400);
      const before = await measured.memory();
      const startedMs = Date.now();
      proxy.release();
      const done = await measured.done(20_000);
      sums = added(sums, kept(peer, done, written));
      // The first round warms up.
      if (round === 0 || done === undefined) continue;
      rates.push((written / Math.max(1, done.atMs - startedMs)) * 1_000);
      cpu.push(((done.cpuMs - before.cpuMs) / written) * 1_000);
    }
    return { "events a second": median(rates), "CPU ms per 1,000 events": median(cpu), ...sums };
  }

  /** How long after an outage each peer knows of a change again, all of them at the same time. */
  async outage(peers: readonly Peer[]): Promise<ReadonlyMap<Peer, Figures>> {
    await using stack = new AsyncDisposableStack();
    const started: { readonly peer: Peer; readonly measured: MeasuredPeer; readonly sockets: number }[] = [];
    for (const peer of peers) {
      const measured = stack.use(await this.#synced(peer, this.#server.kubeconfig));
      started.push({ peer, measured, sockets: (await measured.memory()).sockets });
    }
    await this.#server.killApiServer();
    // Not in step with anyone's back-off.
    await sleep(12_000 + Math.random() * 3_000);
    await this.#server.restart();
    const backMs = Date.now();
    const number = this.#numberOf("busy") + 1;
    await change(this.#client, "busy", { objects: busyObjects, rounds: 1, number, perSecond: 0 });
    this.#numbers.set("busy", number);
    for (const { measured } of started) measured.expect(busyObjects, number);
    const figures = started.map(async ({ peer, measured, sockets }): Promise<[Peer, Figures]> => {
      const done = await measured.done(60_000);
      const isKept = { "sockets more than before": (await measured.memory()).sockets - sockets };
      return [peer, { "s until all is known": done && Math.max(0, done.atMs - backMs) / 1_000, ...isKept }];
    });
    return new Map(await Promise.all(figures));
  }

  async #start(peer: Peer, namespace: string, text: string = this.#server.kubeconfig): Promise<MeasuredPeer> {
    const kubeconfig = path.join(this.#folder, `${peer.name}-${Date.now()}.kubeconfig`);
    await writeFile(kubeconfig, text, { mode: 0o600 });
    return startPeer(peer, { goBinary: this.#goBinary, kubeconfig, namespace });
  }

  async #synced(peer: Peer, kubeconfig: string): Promise<MeasuredPeer> {
    const measured = await this.#start(peer, "busy", kubeconfig);
    measured.expect(busyObjects, 0);
    measured.start();
    if ((await measured.done(60_000)) === undefined) throw new Error(`${peer.name} has not read its objects in 60 s.`);
    await sleep(1_500);
    return measured;
  }

  /** @returns how many changes were written. */
  async #change(measured: MeasuredPeer, least: number, perSecond: number): Promise<number> {
    const rounds = Math.ceil(least / busyObjects);
    const number = this.#numberOf("busy") + 1;
    this.#numbers.set("busy", number + rounds - 1);
    measured.expect(busyObjects, number + rounds - 1);
    await change(this.#client, "busy", { objects: busyObjects, rounds, number, perSecond });
    return rounds * busyObjects;
  }

  #numberOf(namespace: string): number {
    return this.#numbers.get(namespace) ?? 0;
  }
}

const busyObjects = 200;
const burstEvents = 1_400;

type Done = Awaited<ReturnType<MeasuredPeer["done"]>>;

/** What came in the wrong order, twice or not at all; a queue combines changes, so only the order counts there. */
function kept({ combines }: Peer, done: Done, written: number): Figures {
  if (done === undefined) return { "older after newer": undefined, missed: undefined };
  const order = { "older after newer": done.older };
  return combines ? order : { ...order, missed: done.skipped, twice: Math.max(0, done.calls - written) };
}

function added(left: Figures, right: Figures): Figures {
  return Object.fromEntries(
    Object.entries(right).map(([name, value]) => [name, value === undefined ? undefined : value + (left[name] ?? 0)]),
  );
}

export function median(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined).sort((left, right) => left - right);
  return known[Math.floor(known.length / 2)];
}
