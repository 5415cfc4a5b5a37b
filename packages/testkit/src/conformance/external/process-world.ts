import { type Client, systemClock } from "@capstan/runtime";
import { NotSo } from "../scene/not-so.ts";
import type { World } from "../scene/world.ts";
import type { ProviderCommand } from "./provider-command.ts";
import type { WatchedTraffic } from "./watched-traffic.ts";

/** The surroundings of a provider in a separate process. */
export interface ProcessWorldParts {
  readonly client: Client;
  readonly namespace: string;
  /** Undefined if the provider does not connect through the suite's proxy. */
  readonly traffic?: WatchedTraffic;
  /** Undefined if it runs already. */
  readonly command?: ProviderCommand;
  /** When an object of the namespace changed last, by the monotonic system clock. */
  readonly lastChangeMs: () => number;
  /** The provider has settled after this time without a write or another change. */
  readonly quietMs: number;
  readonly isElsewhere: (namespace: string) => boolean;
  readonly callsWebhooks: boolean;
  /** Disposes of everything. */
  readonly closing: AsyncDisposableStack;
}

const pollMs = 100;
/** A provider that never settles is checked after this multiple of the required quiet time. */
const patience = 10;

/** A provider in a separate process, in real time; its cloud is not observable. */
export class ProcessWorld implements World {
  readonly client: Client;
  readonly namespace: string;
  readonly outside = undefined;
  readonly traffic: WatchedTraffic | undefined;
  readonly callsWebhooks: boolean;
  readonly #parts: ProcessWorldParts;

  constructor(parts: ProcessWorldParts) {
    this.client = parts.client;
    this.namespace = parts.namespace;
    this.traffic = parts.traffic;
    this.callsWebhooks = parts.callsWebhooks;
    this.#parts = parts;
  }

  isElsewhere(namespace: string): boolean {
    return this.#parts.isElsewhere(namespace);
  }

  async settled(): Promise<void> {
    const { quietMs, lastChangeMs } = this.#parts;
    const beganMs = systemClock.monotonic();
    for (;;) {
      this.#mustRun();
      const now = systemClock.monotonic();
      const lastMs = Math.max(beganMs, lastChangeMs(), this.traffic?.lastWriteMs ?? 0);
      if (now - lastMs >= quietMs || now - beganMs >= quietMs * patience) return;
      await systemClock.sleep(pollMs);
    }
  }

  async breathe(): Promise<void> {
    await systemClock.sleep(pollMs);
  }

  /** Does not wait, because a settled provider is assumed to stay settled. */
  pass(): Promise<void> {
    return this.settled();
  }

  async until(isSo: () => boolean | Promise<boolean>, seconds: number): Promise<boolean> {
    const limitMs = systemClock.monotonic() + seconds * 1_000;
    while (!(await isSo())) {
      this.#mustRun();
      if (systemClock.monotonic() >= limitMs) return false;
      await systemClock.sleep(pollMs);
    }
    await this.settled();
    return true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#parts.closing.disposeAsync();
  }

  /** @throws NotSo the provider's process has ended. */
  #mustRun(): void {
    const { ending, output = [] } = this.#parts.command ?? {};
    if (ending !== undefined) throw new NotSo(`the provider exited (${ending}). Its last lines:\n${output.join("\n")}`);
  }
}
