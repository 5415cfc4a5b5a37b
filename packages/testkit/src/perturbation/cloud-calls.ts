import { CapstanError } from "@capstan/kube";
import type { ProcessLife } from "../process/process-life.ts";

/** A perturbation has refused a call of the cloud, or lost its answer. */
export class CloudCallError extends CapstanError {
  readonly code = "InfrastructureOutOfOrder";
  readonly retry = "backoff";
}

/** The fate of a call of the cloud. */
export type CallFate = "answered" | "refused" | "lost" | "crashed";

/** Decides the fate of calls of the cloud. */
export interface CallDirector {
  /** Records a call, such as `create(m1)`, and decides its fate. */
  callFate(what: string): CallFate;
  /** Called after the call that crashes the process. */
  crash(): void;
}

/**
 * The connection of one process to the cloud: it ends with the process, and its calls can be disturbed.
 *
 * @example
 * ```ts
 * import type { CloudCalls } from "@capstan/testkit/perturbation";
 *
 * class Cloud {
 *   create(name: string): Promise<string> {
 *     return Promise.resolve(`id of ${name}`);
 *   }
 * }
 *
 * // In `reconcilers` of a scenario: what goes through it may be refused, or have no answer.
 * export const cloudOf = (calls: CloudCalls): Cloud => calls.around(new Cloud());
 * ```
 */
export class CloudCalls {
  readonly #director: CallDirector;
  readonly #life: () => ProcessLife;

  /** @internal Created for each start of a provider. */
  constructor(director: CallDirector, life: () => ProcessLife) {
    this.#director = director;
    this.#life = life;
  }

  /**
   * Wraps a cloud, so that each of its methods is a call that can be disturbed.
   *
   * @param methods - methods that are calls, and return promises. Default: all methods.
   */
  around<T extends object>(cloud: T, methods?: readonly (keyof T & string)[]): T {
    return new Proxy(cloud, {
      get: (target, property) => {
        const value: unknown = Reflect.get(target, property, target);
        if (typeof value !== "function" || typeof property !== "string") return value;
        const isCall = methods?.some((method) => method === property) ?? true;
        if (!isCall) return (...given: readonly unknown[]) => Reflect.apply(value, target, given) as unknown;
        return (...given: readonly unknown[]) =>
          this.through(describeCall(property, given), () => Reflect.apply(value, target, given) as unknown);
      },
    });
  }

  /**
   * Makes one call of the cloud.
   *
   * @param what - such as `create(m1)`.
   * @throws CloudCallError the call is disturbed: do not catch it.
   */
  async through<T>(what: string, call: () => T | Promise<T>): Promise<T> {
    const life = this.#life();
    const never = new Promise<T>(() => undefined);
    if (life.isOver) return never;
    const fate = this.#director.callFate(what);
    if (fate === "refused") throw new CloudCallError(`A perturbation rejected the cloud call ${what}`);
    const answer = await life.during(Promise.resolve(call()));
    if (fate === "lost") throw new CloudCallError(`A perturbation lost the response to the cloud call ${what}`);
    if (fate !== "crashed") return answer;
    this.#director.crash();
    return never;
  }
}

/** Describes a call without its data: strings without spaces identify its objects. */
function describeCall(method: string, given: readonly unknown[]): string {
  const [about] = given;
  return `${method}(${typeof about === "string" && /^\S{1,60}$/.test(about) ? about : ""})`;
}
