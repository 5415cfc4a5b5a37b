import { CapstanError } from "@capstan/kube";
import type { ProcessLife } from "../process/process-life.ts";

/** A call of the cloud was refused, or its answer was lost, because a perturbation disturbs it. */
export class CloudCallError extends CapstanError {
  readonly code = "InfrastructureOutOfOrder";
  readonly retry = "backoff";
}

/** What happens to a call of the cloud. */
export type CallFate = "answered" | "refused" | "lost" | "crashed";

/** Decides what happens to calls of the cloud. */
export interface CallDirector {
  /** Notes a call, such as `create(m1)`, and decides what happens to it. */
  callFate(what: string): CallFate;
  /** The call that crashes the process has been done. */
  crash(): void;
}

/**
 * The way to the cloud of one process: it ends with it, and calls that go through it can be disturbed.
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

  /** @internal Made for each start of a provider. */
  constructor(director: CallDirector, life: () => ProcessLife) {
    this.#director = director;
    this.#life = life;
  }

  /**
   * The same cloud, each method of which is a call that can be disturbed.
   *
   * @param methods - those that are calls, and return promises. Default: all methods.
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
   * @throws CloudCallError it is disturbed: let it pass.
   */
  async through<T>(what: string, call: () => T | Promise<T>): Promise<T> {
    const life = this.#life();
    const never = new Promise<T>(() => undefined);
    if (life.isOver) return never;
    const fate = this.#director.callFate(what);
    if (fate === "refused") throw new CloudCallError(`The cloud refused ${what}, on request of a perturbation`);
    const answer = await life.during(Promise.resolve(call()));
    if (fate === "lost") throw new CloudCallError(`The cloud did not answer ${what}, on request of a perturbation`);
    if (fate !== "crashed") return answer;
    this.#director.crash();
    return never;
  }
}

/** Without data: what a call is about is in strings without spaces. */
function describeCall(method: string, given: readonly unknown[]): string {
  const [about] = given;
  return `${method}(${typeof about === "string" && /^\S{1,60}$/.test(about) ? about : ""})`;
}
