import type { Registry } from "prom-client";
import { type Endpoints, Listener } from "./listener.ts";
import type { ManagerOptions } from "./manager-options.ts";
import type { Readiness } from "./readiness.ts";

/** `/healthz`, `/readyz` and `/metrics` of a manager, on the addresses its options name. */
export class ManagerEndpoints {
  readonly #options: ManagerOptions;
  readonly #registry: Registry;
  readonly #readiness: () => Readiness;
  #health: Listener | undefined;
  #metrics: Listener | undefined;

  constructor(options: ManagerOptions, registry: Registry, readiness: () => Readiness) {
    this.#options = options;
    this.#registry = registry;
    this.#readiness = readiness;
  }

  get addresses(): { readonly health?: string; readonly metrics?: string } {
    return {
      ...(this.#health === undefined ? {} : { health: this.#health.address }),
      ...(this.#metrics === undefined ? {} : { metrics: this.#metrics.address }),
    };
  }

  async start(): Promise<void> {
    const { healthAddress, metricsAddress } = this.#options;
    if (healthAddress !== undefined) {
      const isShared = healthAddress === metricsAddress;
      this.#health = await Listener.start(healthAddress, {
        ...this.#healthEndpoints(),
        ...(isShared ? this.#metricsEndpoint() : {}),
      });
      if (isShared) this.#metrics = this.#health;
    }
    if (metricsAddress !== undefined && this.#metrics === undefined) {
      this.#metrics = await Listener.start(metricsAddress, this.#metricsEndpoint());
    }
  }

  async stop(): Promise<void> {
    await this.#health?.close();
    if (this.#metrics !== this.#health) await this.#metrics?.close();
  }

  #healthEndpoints(): Endpoints {
    return {
      "/healthz": () => ({ status: 200, body: "ok\n" }),
      "/readyz": () => {
        const { ready, says } = this.#readiness();
        return { status: ready ? 200 : 503, body: `${says}\n` };
      },
    };
  }

  #metricsEndpoint(): Endpoints {
    return {
      "/metrics": async () => ({
        status: 200,
        contentType: this.#registry.contentType,
        body: await this.#registry.metrics(),
      }),
    };
  }
}
