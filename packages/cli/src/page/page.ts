import { Cache, type Client, type Clock, systemClock, type Timer } from "@capstan/runtime";
import { actOnObject } from "./actions.ts";
import { ActionRefusedError } from "./action-refused-error.ts";
import { readDetails } from "./details.ts";
import { type PageFault, PageFaults } from "./faults.ts";
import type { ObservedReconcile } from "./follow-reconciles.ts";
import { LiveTree } from "./live-tree.ts";
import type { PageContent } from "./page-content.ts";
import type { Action, Details, ObjectId, ProviderState, Reconcile, Update } from "./protocol.ts";
import { ReconcileLog } from "./reconcile-log.ts";
import type { DescribedRow } from "./rows.ts";

/** The needs of {@link Page.start}. */
export interface PageOptions {
  /** `dev` or `demo`. */
  readonly command: string;
  /** The project's name, for people. */
  readonly project: string;
  /** The folder of the author's sources; undefined: no author. */
  readonly folder?: string;
  readonly server: { readonly url: string; readonly kubeconfig: string };
  readonly client: Client;
  /** Started by {@link Page}, stopped by its owner. Default: a cache of its own. */
  readonly cache?: Cache;
  readonly faults: readonly PageFault[];
  readonly clock?: Clock;
}

/** Reconciles that end within this time are sent together. */
const togetherMs = 15;

/** The content of the page, kept current: the tree, the reconciles, the provider and the faults; and the page's actions. */
export class Page implements PageContent, AsyncDisposable {
  readonly #options: PageOptions;
  readonly #clock: Clock;
  readonly #listeners = new Set<(update: Update) => void>();
  readonly #closing = new AsyncDisposableStack();
  readonly #log: ReconcileLog;
  readonly #faults: PageFaults;
  #tree: LiveTree | undefined;
  #provider: ProviderState | undefined;
  #reconciles: Reconcile[] = [];
  #timer: Timer | undefined;

  private constructor(options: PageOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#log = new ReconcileLog(options.folder);
    this.#faults = new PageFaults(
      options.faults,
      (faults) => {
        this.#send({ type: "faults", faults });
      },
      this.#clock,
    );
    this.#closing.use(this.#faults);
    this.#closing.defer(() => this.#timer?.cancel());
  }

  /** Resolves once the tree is read. */
  static async start(options: PageOptions): Promise<Page> {
    const page = new Page(options);
    try {
      await page.#followObjects();
      return page;
    } catch (error) {
      await page[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Shows reconciles. @param own - whether they are the author's, not those of a manager that runs alongside the provider. */
  reconciled(reconciles: readonly ObservedReconcile[], own: boolean): void {
    this.#reconciles.push(...this.#log.add(reconciles, own));
    this.#timer ??= this.#clock.setTimer(togetherMs, () => {
      this.#timer = undefined;
      this.#send({ type: "reconciles", reconciles: this.#reconciles });
      this.#reconciles = [];
    });
  }

  /** Shows the state of the provider. */
  providerIs(provider: ProviderState): void {
    this.#provider = provider;
    this.#send({ type: "provider", provider });
  }

  snapshot(): Update {
    const { command, project, server } = this.#options;
    return {
      type: "snapshot",
      command,
      project,
      server,
      now: new Date(this.#clock.now()).toISOString(),
      rows: this.#tree?.rows() ?? [],
      reconciles: this.#log.all(),
      ...(this.#provider === undefined ? {} : { provider: this.#provider }),
      faults: this.#faults.active,
      offeredFaults: this.#faults.offered,
    };
  }

  follow(listener: (update: Update) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  async details(id: ObjectId, signal: AbortSignal): Promise<Details> {
    return readDetails(this.#options.client, this.#find(id), signal);
  }

  async act(action: Action, signal: AbortSignal): Promise<void> {
    if (action.type === "end-fault") {
      this.#faults.end(action.id);
      return;
    }
    if (action.type === "inject-fault") {
      await this.#faults.begin(action.fault, action.id === undefined ? undefined : this.#find(action.id), signal);
      return;
    }
    await actOnObject(this.#options.client, this.#find(action.id), action, signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#listeners.clear();
    await this.#closing.disposeAsync();
  }

  async #followObjects(): Promise<void> {
    const { client, cache = this.#ownCache(client) } = this.#options;
    const stopping = new AbortController();
    this.#closing.defer(() => {
      stopping.abort();
    });
    const onChange = (changes: {
      readonly changed: readonly DescribedRow["row"][];
      readonly removed: readonly string[];
    }): void => {
      this.#send({ type: "rows", ...changes });
    };
    const tree = await LiveTree.start({ cache, signal: stopping.signal, onChange, clock: this.#clock });
    this.#tree = this.#closing.use(tree);
  }

  #ownCache(client: Client): Cache {
    const cache = new Cache({ client });
    this.#closing.defer(() => cache.stop());
    return cache;
  }

  /** @throws ActionRefusedError - it is not an object of the tree: nothing else can be read or changed. */
  #find(id: ObjectId): DescribedRow {
    const found = this.#tree?.find(id);
    if (found === undefined) throw new ActionRefusedError(404, `${id} is not an object of the tree`);
    return found;
  }

  #send(update: Update): void {
    for (const listener of this.#listeners) listener(update);
  }
}
