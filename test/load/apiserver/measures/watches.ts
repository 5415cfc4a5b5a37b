import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import https from "node:https";
import { connectionTo, kubeconfigClient } from "../../access/kubeconfig-client.ts";
import { type Figure, median, type Sizes, timed } from "../parts/figure.ts";
import { type Measured, Pair } from "../parts/pair.ts";

const secrets = "/api/v1/namespaces/default/secrets";
const writes = 200;
const newline = 10;

/** The number of events per second that reach this many watchers of the same objects. */
export async function measureWatches({ watchers, rounds }: Sizes): Promise<readonly Figure[]> {
  await using pair = await Pair.start();
  const perSecond = await pair.inTurns(rounds, (server, round) => fanOut(server, watchers, round));
  return [
    {
      what: `events a second to ${watchers} watchers`,
      unit: "/s",
      embedded: median(perSecond.embedded),
      real: median(perSecond.real),
      aim: "≥ 1.5 ×",
    },
  ];
}

async function fanOut({ kubeconfig }: Measured, watchers: number, round: number): Promise<number> {
  const agent = new https.Agent({ keepAlive: true, maxSockets: 4 });
  const send = kubeconfigClient(kubeconfig, agent);
  const { metadata } = (await send("GET", secrets, {})) as { readonly metadata: { readonly resourceVersion: string } };
  const watches = await Promise.all(
    Array.from({ length: watchers }, () => Watcher.open(kubeconfig, metadata.resourceVersion)),
  );
  const names = Array.from({ length: writes }, (_, index) => `s${round}-${index}`);
  const write = async (): Promise<void> => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      await send("POST", secrets, { metadata: { name }, stringData: { text: "x".repeat(200) } });
    }
  };
  const took = await timed(async () => {
    await Promise.all(Array.from({ length: 4 }, write));
    await Promise.all(watches.map((watch) => watch.seen(writes)));
  });
  for (const watch of watches) watch.close();
  agent.destroy();
  return (writes * watchers * 1_000) / took;
}

/** Counts the events of a watch without parsing them. */
class Watcher {
  readonly #response: IncomingMessage;
  #count = 0;
  #wanted = Infinity;
  readonly #reached = Promise.withResolvers<undefined>();

  private constructor(response: IncomingMessage) {
    this.#response = response;
    response.on("data", (chunk: Buffer) => {
      for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) this.#count += 1;
      if (this.#count >= this.#wanted) this.#reached.resolve(undefined);
    });
    response.on("error", () => undefined);
  }

  /** On a separate connection. */
  static async open(kubeconfig: string, resourceVersion: string): Promise<Watcher> {
    const { server, options } = connectionTo(kubeconfig);
    const path = `${secrets}?watch=1&resourceVersion=${resourceVersion}`;
    const request = https.get(server + path, { ...options, agent: false });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    return new Watcher(response);
  }

  /** Resolves once it has received this many events. */
  async seen(count: number): Promise<void> {
    this.#wanted = count;
    if (this.#count >= count) return;
    await this.#reached.promise;
  }

  close(): void {
    this.#response.destroy();
  }
}
