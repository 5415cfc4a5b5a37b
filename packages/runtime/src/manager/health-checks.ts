import type { Clock } from "../clock/clock.ts";
import { ArgumentError } from "@capstan/kube";
import { TimedOutError } from "../errors/runtime-errors.ts";
import type { Logger } from "../logging/logger.ts";

/** The endpoint of a check: `/healthz`, whose failure restarts a Pod, or `/readyz`, whose failure takes it out of service. */
export type HealthEndpoint = "healthz" | "readyz";

/** Throws or rejects on failure. */
export type HealthCheck = (signal: AbortSignal) => Promise<void> | void;

/** A check that takes longer than this has failed, in milliseconds. */
const longestMs = 5_000;

interface Named {
  readonly name: string;
  readonly check: HealthCheck;
  running: Promise<boolean> | undefined;
}

/** A program's own checks. Answers name the checks that fail; their errors are only logged, because anyone may ask. */
export class HealthChecks {
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #checks: Record<HealthEndpoint, Named[]> = { healthz: [], readyz: [] };

  constructor(clock: Clock, logger: Logger) {
    this.#clock = clock;
    this.#logger = logger;
  }

  /** @throws ArgumentError a check with that name exists, or the name is not valid. */
  add(endpoint: HealthEndpoint, name: string, check: HealthCheck): void {
    if (!/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(name)) {
      throw new ArgumentError(
        `${JSON.stringify(name)} cannot be the name of a health check; use lower-case letters, digits and dashes.`,
      );
    }
    if (this.#checks[endpoint].some((each) => each.name === name)) {
      throw new ArgumentError(`Health check ${name} already exists on /${endpoint}; choose another name.`);
    }
    this.#checks[endpoint].push({ name, check, running: undefined });
  }

  /** The names of the checks that fail. Concurrent calls share a check that is running. */
  async failing(endpoint: HealthEndpoint): Promise<string[]> {
    const results = await Promise.all(
      this.#checks[endpoint].map(async (each) => {
        each.running ??= this.#passes(each).finally(() => {
          each.running = undefined;
        });
        return { name: each.name, passes: await each.running };
      }),
    );
    return results.filter(({ passes }) => !passes).map(({ name }) => name);
  }

  async #passes({ name, check }: Named): Promise<boolean> {
    const ending = new AbortController();
    const late = this.#clock.sleep(longestMs, ending.signal).then(() => {
      throw new TimedOutError(`Health check ${name} took longer than ${longestMs} ms`);
    });
    late.catch(() => undefined);
    try {
      await Promise.race([Promise.resolve(ending.signal).then(check), late]);
      return true;
    } catch (error) {
      this.#logger.warn("A health check failed", { check: name, error });
      return false;
    } finally {
      ending.abort(new TimedOutError(`Health check ${name} has ended`));
    }
  }
}
