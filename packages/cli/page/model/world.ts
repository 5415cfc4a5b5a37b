import { batch, type ReadonlySignal, signal } from "@preact/signals";
import type { ActiveFault, OfferedFault, ProviderState, Reconcile, Update } from "../../src/page/protocol.ts";
import { Forest } from "./forest.ts";

/** The number of reconciles to keep. */
const keptReconciles = 500;

/** The state of the connection to the server. */
export type Connection = "connecting" | "connected" | "lost" | "refused";

/** The command and project of the page. */
export interface Session {
  readonly command: string;
  readonly project: string;
  readonly server: { readonly url: string; readonly kubeconfig: string };
}

/** The state that the stream reports. */
export class World {
  /** Changed in place, because it may have many thousand rows; each change creates a new object around it. */
  readonly #forest = signal({ current: new Forest() });
  readonly connection = signal<Connection>("connecting");
  readonly session = signal<Session | undefined>(undefined);
  /** The newest first. */
  readonly reconciles = signal<readonly Reconcile[]>([]);
  readonly provider = signal<ProviderState | undefined>(undefined);
  readonly faults = signal<readonly ActiveFault[]>([]);
  readonly offeredFaults = signal<readonly OfferedFault[]>([]);
  /** The server's time, in milliseconds since the epoch. */
  readonly now: ReadonlySignal<number>;
  readonly #now = signal(0);
  readonly #clock: () => number;
  /** How far the server's clock is ahead. */
  #aheadMs = 0;

  /** @param clock - of the browser, in milliseconds since the epoch. */
  constructor(clock: () => number) {
    this.#clock = clock;
    this.now = this.#now;
    this.tick();
  }

  /** The present rows. Effects that read it run again when it changes. */
  get forest(): Forest {
    return this.#forest.value.current;
  }

  /** Updates the time. */
  tick(): void {
    this.#now.value = this.#clock() + this.#aheadMs;
  }

  /** Applies several updates as one change. */
  apply(updates: readonly Update[]): void {
    batch(() => {
      for (const update of updates) this.#applyOne(update);
    });
  }

  #applyOne(update: Update): void {
    switch (update.type) {
      case "snapshot":
        this.#replace(update);
        return;
      case "rows":
        this.#changeForest((forest) => {
          forest.change(update.changed, update.removed);
        });
        return;
      case "reconciles":
        this.#addReconciles(update.reconciles);
        return;
      case "provider":
        this.provider.value = update.provider;
        return;
      case "faults":
        this.faults.value = update.faults;
        return;
    }
  }

  #replace(snapshot: Extract<Update, { readonly type: "snapshot" }>): void {
    const { command, project, server } = snapshot;
    this.#aheadMs = Date.parse(snapshot.now) - this.#clock();
    this.tick();
    this.session.value = { command, project, server };
    this.#changeForest((forest) => {
      forest.replace(snapshot.rows);
    });
    this.reconciles.value = [];
    this.#addReconciles(snapshot.reconciles);
    this.provider.value = snapshot.provider;
    this.faults.value = snapshot.faults;
    this.offeredFaults.value = snapshot.offeredFaults;
  }

  #changeForest(change: (forest: Forest) => void): void {
    const { current } = this.#forest.peek();
    change(current);
    this.#forest.value = { current };
  }

  #addReconciles(added: readonly Reconcile[]): void {
    const newestFirst = added.toSorted((left, right) => right.number - left.number);
    this.reconciles.value = [...newestFirst, ...this.reconciles.value].slice(0, keptReconciles);
  }
}
