import type { ApiServer, HeldWatches, RequestFilter } from "@capstan/apiserver";
import type { ResourceKind } from "@capstan/contract";
import { ArgumentError } from "@capstan/kube";
import type { Clock } from "@capstan/runtime";
import type { InstalledKinds } from "./installed-kinds.ts";

/** How long events are held back, in milliseconds of the clock: everything else continues meanwhile. */
const defaultHeldMs = 10_000;

interface Parts {
  readonly server: ApiServer;
  /** Selects the requests of the affected manager. */
  readonly whose: () => Pick<RequestFilter, "product" | "user">;
  readonly kinds: InstalledKinds;
  readonly clock: Pick<Clock, "setTimer">;
  readonly heldMs?: number;
}

/** Holds back events of some kinds from one manager for a while, so that its view of them is outdated. */
export class HeldEvents {
  readonly #parts: Parts;
  readonly #held = new Map<string, { readonly watches: HeldWatches; readonly how: "late" | "skip" }>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get areAny(): boolean {
    return this.#held.size > 0;
  }

  /**
   * @param how - with `skip`, the manager then gets a list of the current objects instead of the events.
   * @throws ArgumentError the kind is not installed.
   */
  hold(name: string, how: "late" | "skip"): void {
    const { server, clock, whose, kinds, heldMs = defaultHeldMs } = this.#parts;
    const kind = kinds.named(name);
    if (kind === undefined) throw new ArgumentError(`Kind ${name} is not installed, so its events cannot be held back`);
    const filter = { ...whose(), group: kind.group, resources: [kind.plural] };
    const watches = server.faults.holdWatches(filter);
    this.#held.set(keyOf(kind), { watches, how });
    clock.setTimer(heldMs, () => {
      if (!this.#held.delete(keyOf(kind))) return;
      if (how === "skip") server.faults.breakWatches("expired", filter);
      watches.release();
    });
  }

  /** Delivers all events. */
  release(): void {
    for (const { watches } of this.#held.values()) watches.release();
    this.#held.clear();
  }

  /** As `RunningServer.lastChange`, except that no one waits for changes that are held back. */
  lastChange(kind: ResourceKind): string {
    return this.#held.has(keyOf(kind)) ? "0" : this.#parts.server.lastChange(kind);
  }
}

function keyOf({ group, plural }: ResourceKind): string {
  return `${plural}.${group}`;
}
