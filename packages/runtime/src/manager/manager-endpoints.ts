import type { Registry } from "prom-client";
import type { Clock } from "../clock/clock.ts";
import { systemClock } from "../clock/system-clock.ts";
import { cacheDump, type ShownInformer } from "../diagnostics/cache-dump.ts";
import { DiagnosticsServer } from "../diagnostics/diagnostics-server.ts";
import { Door } from "../diagnostics/door.ts";
import type { Endpoint, Endpoints } from "../diagnostics/endpoint.ts";
import { profileEndpoints } from "../diagnostics/profiles.ts";
import { verbosityEndpoint } from "../diagnostics/verbosity-endpoint.ts";
import type { Logger } from "../logging/logger.ts";
import { defaultTlsSettings } from "../tls/tls-settings.ts";
import type { HealthChecks } from "./health-checks.ts";
import { Listener } from "./listener.ts";
import type { DiagnosticsOptions, ManagerOptions } from "./manager-options.ts";
import type { Readiness } from "./readiness.ts";

/** The addresses of a manager's endpoints, as `host:port`. */
export interface ServedAddresses {
  readonly health?: string;
  readonly diagnostics?: string;
  readonly profiler?: string;
}

/** The parts of a manager that its endpoints report. */
interface Reported {
  readonly metrics: { readonly registry: Registry };
  readonly cache: { informers(): readonly ShownInformer[] };
  readonly logger: Logger;
}

/** Health, diagnostics and profiles of a manager, on the addresses in its options. */
export class ManagerEndpoints {
  readonly #options: ManagerOptions;
  readonly #reported: Reported;
  readonly #clock: Clock;
  readonly #readiness: () => Readiness;
  readonly #checks: HealthChecks;
  #health: Listener | undefined;
  #diagnostics: DiagnosticsServer | undefined;
  #profiler: DiagnosticsServer | undefined;

  constructor(options: ManagerOptions, reported: Reported, checks: HealthChecks, readiness: () => Readiness) {
    this.#checks = checks;
    this.#options = options;
    this.#reported = reported;
    this.#clock = options.connectionClock ?? systemClock;
    this.#readiness = readiness;
  }

  get addresses(): ServedAddresses {
    return {
      ...(this.#health === undefined ? {} : { health: this.#health.address }),
      ...(this.#diagnostics === undefined ? {} : { diagnostics: this.#diagnostics.address }),
      ...(this.#profiler === undefined ? {} : { profiler: this.#profiler.address }),
    };
  }

  /** @throws CommandLineError - an endpoint cannot listen on its address. */
  async start(): Promise<void> {
    const { healthAddress, diagnostics, profilerAddress } = this.#options;
    const { logger } = this.#reported;
    const clock = this.#clock;
    const profiles = profileEndpoints(clock);
    if (healthAddress !== undefined) this.#health = await Listener.start(healthAddress, this.#healthEndpoints());
    if (diagnostics !== undefined) this.#diagnostics = await this.#startDiagnostics(diagnostics, profiles);
    if (profilerAddress !== undefined) {
      this.#profiler = await DiagnosticsServer.start({
        address: profilerAddress,
        endpoints: profiles,
        isLocal: true,
        clock,
        logger,
      });
    }
  }

  async stop(): Promise<void> {
    await Promise.all([this.#health?.close(), this.#diagnostics?.close(), this.#profiler?.close()]);
  }

  async #startDiagnostics(options: DiagnosticsOptions, profiles: Endpoints): Promise<DiagnosticsServer> {
    const { address, insecure = false, tls = defaultTlsSettings, verbosity } = options;
    const { logger, cache } = this.#reported;
    const clock = this.#clock;
    const metrics: Endpoints = new Map([["/metrics", this.#metrics()]]);
    if (insecure) return DiagnosticsServer.start({ address, endpoints: metrics, clock, logger });
    const dump: Endpoint = {
      answer: () => ({ status: 200, contentType: "application/json", body: cacheDump(cache.informers()) }),
    };
    return DiagnosticsServer.start({
      address,
      tls,
      // The original client, without the leadership fence: metrics are read from every replica, leader or not.
      door: new Door(this.#options.client, clock, logger),
      endpoints: new Map([
        ...metrics,
        ...profiles,
        ["/debug/cache", dump],
        ...(verbosity === undefined ? [] : [["/debug/flags/v", verbosityEndpoint(verbosity)] as const]),
      ]),
      clock,
      logger,
    });
  }

  #healthEndpoints() {
    return {
      "/healthz": async () => answerOf({ ready: true, says: "ok" }, await this.#checks.failing("healthz")),
      "/readyz": async () => {
        const failing = await this.#checks.failing("readyz");
        return answerOf(this.#readiness(), failing);
      },
    };
  }

  #metrics(): Endpoint {
    const { registry } = this.#reported.metrics;
    return {
      answer: async () => ({ status: 200, contentType: registry.contentType, body: await registry.metrics() }),
    };
  }
}

function answerOf({ ready, says }: Readiness, failing: readonly string[]) {
  if (!ready) return { status: 503, body: `${says}\n` };
  if (failing.length > 0) return { status: 503, body: `failing, see the log: ${failing.join(", ")}\n` };
  return { status: 200, body: `${says}\n` };
}
