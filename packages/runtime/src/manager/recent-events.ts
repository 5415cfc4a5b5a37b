/** The number of remembered Events per namespace. */
const remembered = 1_000;

interface Recent<V> {
  readonly events: Map<string, V>;
  usedMs: number;
}

/**
 * Remembers recent Events by namespace, so that a namespace with many Events displaces none of another. Forgets a namespace that has had no
 * Events for some time.
 */
export class RecentEvents<V> {
  readonly #keptMs: number;
  /** Least recently used namespace first. */
  readonly #namespaces = new Map<string, Recent<V>>();

  /** @param keptMs - how long a namespace without Events is remembered. */
  constructor(keptMs: number) {
    this.#keptMs = keptMs;
  }

  get(namespace: string, key: string): V | undefined {
    return this.#namespaces.get(namespace)?.events.get(key);
  }

  set(namespace: string, key: string, event: V, nowMs: number): void {
    const recent = this.#namespaces.get(namespace) ?? { events: new Map<string, V>(), usedMs: nowMs };
    this.#namespaces.delete(namespace);
    this.#namespaces.set(namespace, recent);
    recent.usedMs = nowMs;
    recent.events.delete(key);
    recent.events.set(key, event);
    this.#forgetUnused(nowMs);
    if (recent.events.size <= remembered) return;
    const [oldest] = recent.events.keys();
    if (oldest !== undefined) recent.events.delete(oldest);
  }

  /** @param event - the event to forget, if it is remembered. */
  forget(namespace: string, event: V): void {
    const events = this.#namespaces.get(namespace)?.events ?? new Map<string, V>();
    for (const [key, each] of events) if (each === event) events.delete(key);
  }

  #forgetUnused(nowMs: number): void {
    for (const [namespace, { usedMs }] of this.#namespaces) {
      if (nowMs - usedMs <= this.#keptMs) return;
      this.#namespaces.delete(namespace);
    }
  }
}
