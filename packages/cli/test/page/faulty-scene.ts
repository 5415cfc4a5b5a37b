import { ApiServer } from "@capstan/apiserver";
import { type Client, ConfigMap, createClient, isNotFound } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { apiServerFaults } from "../../src/page/api-server-faults.ts";
import { Page } from "../../src/page/page.ts";
import { PageServer } from "../../src/page/page-server.ts";
import type { ActiveFault } from "../../src/page/protocol.ts";
import { PageReader } from "./page-reader.ts";
import { placeholder } from "./page-scene.ts";

const namespace = "default";

/** A client of the server with the requests of the tests. */
export class Asker {
  readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  async create(name: string): Promise<void> {
    await this.client.create(ConfigMap, { apiVersion: "v1", kind: "ConfigMap", metadata: { namespace, name } });
  }

  async has(name: string): Promise<boolean> {
    try {
      await this.client.get(ConfigMap, { namespace, name });
      return true;
    } catch (error) {
      if (!isNotFound(error)) throw error;
      return false;
    }
  }

  /** Starts a watch; resolves when the server has accepted it. */
  async watch(): Promise<OpenWatch> {
    const opened = Promise.withResolvers<undefined>();
    const names: string[] = [];
    const onOpen = (): void => {
      opened.resolve(undefined);
    };
    const follow = async (): Promise<void> => {
      for await (const { object } of this.client.watch(ConfigMap, { namespace, onOpen })) {
        names.push(object.metadata.name);
      }
    };
    const end = follow().then(
      () => "ended" as const,
      () => "broken" as const,
    );
    await opened.promise;
    return { names, end };
  }
}

/** An open watch. */
export interface OpenWatch {
  /** The names of the objects in its events so far. */
  readonly names: readonly string[];
  /** Whether the server ended it, or its connection broke. */
  readonly end: Promise<"ended" | "broken">;
}

/** An embedded server for a provider and another client, and the page that injects faults for the provider. */
export class FaultyScene implements AsyncDisposable {
  readonly server: ApiServer;
  readonly provider: Asker;
  readonly other: Asker;
  /** Options of the page: the duration of faults, and the interval between watch failures. */
  readonly clock: FakeClock;
  readonly #reader: PageReader;
  readonly #closing: AsyncDisposableStack;

  private constructor(
    parts: Pick<FaultyScene, "server" | "provider" | "other" | "clock">,
    reader: PageReader,
    closing: AsyncDisposableStack,
  ) {
    this.server = parts.server;
    this.provider = parts.provider;
    this.other = parts.other;
    this.clock = parts.clock;
    this.#reader = reader;
    this.#closing = closing;
  }

  static async start(): Promise<FaultyScene> {
    await using starting = new AsyncDisposableStack();
    const server = starting.use(await ApiServer.start());
    const clientOf = (user: string): Client => {
      const kubeconfig = server.kubeconfigFor(user, ["system:masters"]);
      return starting.adopt(createClient({ kubeconfig, userAgent: "faulty-scene/1" }), (client) => client.close());
    };
    const clock = new FakeClock();
    const page = starting.use(
      await Page.start({
        command: "dev",
        project: "faulty",
        server: { url: server.url, kubeconfig: "/kubeconfig" },
        client: clientOf("page"),
        faults: apiServerFaults(server.faults, "the provider", { user: "provider" }, clock),
        clock,
      }),
    );
    const { url } = starting.use(await PageServer.start(page, { files: placeholder }));
    const reader = starting.use(await PageReader.open(url));
    const parts = {
      server,
      provider: new Asker(clientOf("provider")),
      other: new Asker(clientOf("other")),
      clock,
    };
    return new FaultyScene(parts, reader, starting.move());
  }

  /**
   * Starts a fault on the page.
   * @returns its number.
   */
  async begin(fault: string): Promise<string> {
    await this.#act({ type: "inject-fault", fault });
    return this.#reader.until(({ faults }) => faults[0]?.id);
  }

  /** Ends a fault on the page. */
  async end(id: string): Promise<void> {
    await this.#act({ type: "end-fault", id });
    await this.shown((faults) => faults.length === 0);
  }

  /** Resolves when the page shows faults that match. */
  async shown(areMeant: (faults: readonly ActiveFault[]) => boolean): Promise<void> {
    await this.#reader.until(({ faults }) => areMeant(faults));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#closing.disposeAsync();
  }

  async #act(action: Parameters<PageReader["act"]>[0]): Promise<void> {
    const { status, message } = await this.#reader.act(action);
    if (status !== 204) throw new Error(`${status}: ${message ?? ""}`);
  }
}
