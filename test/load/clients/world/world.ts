import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Client, createClient } from "@capstan/runtime";
import type { HoldingProxy } from "./holding-proxy.ts";
import { type MeasuredPeer, PeerFailure } from "../peers/measured-peer.ts";
import { type Peer, startPeer } from "../peers/peers.ts";
import type { MeasuredServer } from "../servers/measured-server.ts";
import { WrittenObjects } from "./written-objects.ts";

/** The objects that a peer follows, and its route to them. */
export interface Following {
  readonly peer: Peer;
  readonly objects: WrittenObjects;
  /** The proxy of its connections. Default: none. */
  readonly proxy?: HoldingProxy | undefined;
}

const syncedWithinMs = 60_000;

/** A server, the objects written to it, and the peers that follow them. */
export class World implements AsyncDisposable {
  readonly server: MeasuredServer;
  readonly client: Client;
  readonly #tools: string;
  readonly #folder: string;
  #kubeconfigs = 0;

  private constructor(server: MeasuredServer, tools: string, folder: string) {
    this.server = server;
    this.client = createClient({ kubeconfig: server.kubeconfig, userAgent: "bench-writer/1" });
    this.#tools = tools;
    this.#folder = folder;
  }

  /** @param tools - the folder where peers were built and installed. */
  static async on(server: MeasuredServer, tools: string): Promise<World> {
    return new World(server, tools, await mkdtemp(path.join(tmpdir(), "capstan-clients-")));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
    await this.server[Symbol.asyncDispose]();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Objects in a new namespace. */
  objects(namespace: string, count: number): Promise<WrittenObjects> {
    return WrittenObjects.fill(this.client, namespace, count);
  }

  /** Starts the process of a peer, which reads nothing yet. */
  async start({ peer, objects, proxy }: Following): Promise<MeasuredPeer> {
    this.#kubeconfigs += 1;
    const kubeconfig = path.join(this.#folder, `${this.#kubeconfigs}.kubeconfig`);
    const { url } = this.server;
    const text = await this.server.kubeconfigFor(peer.name);
    await writeFile(kubeconfig, text.replaceAll(url, proxy?.url ?? url), { mode: 0o600 });
    return startPeer(peer, { tools: this.#tools, kubeconfig, namespace: objects.namespace });
  }

  /** @throws PeerFailure - it has not read everything within a minute. */
  async synced(following: Following): Promise<MeasuredPeer> {
    const measured = await this.start(following);
    try {
      measured.expect(following.objects.view);
      measured.start();
      const done = await measured.done(syncedWithinMs);
      if (typeof done === "string") throw new PeerFailure(done);
      await sleep(1_500);
      return measured;
    } catch (error) {
      await measured[Symbol.asyncDispose]();
      throw error;
    }
  }
}
