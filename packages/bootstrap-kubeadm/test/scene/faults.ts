import { ApiError, type Client } from "@capstan/provider";
import { ConnectionError } from "@capstan/testkit";

const verbs = ["get", "create", "patch", "delete"] as const;

/** Failing requests and their responses. */
export interface Fault {
  readonly verb: (typeof verbs)[number];
  readonly kind: string;
  /** Default: any. */
  readonly name?: string;
  /** The status of the response to a request that is not executed; or the request is executed, and its response is lost. */
  readonly answer: number | "lost";
  /** The number of failures. Default: unlimited. */
  readonly times?: number;
}

const reasons: Readonly<Record<number, string>> = {
  403: "Forbidden",
  409: "Conflict",
  429: "TooManyRequests",
  500: "InternalError",
};

/** Injects faults into the requests of a client. */
export class Faults {
  readonly #faults: { readonly fault: Fault; left: number }[] = [];
  /** The failed requests, such as "create Secret cp-0 403". */
  readonly met: string[] = [];

  add(...faults: readonly Fault[]): void {
    this.#faults.push(...faults.map((fault) => ({ fault, left: fault.times ?? Infinity })));
  }

  /** Removes all faults. */
  clear(): void {
    this.#faults.length = 0;
  }

  /** The client with the current faults at the time of each request. */
  on(client: Client): Client {
    return new Proxy(client, {
      get: (target, property) => {
        const method: unknown = Reflect.get(target, property);
        if (typeof method !== "function") return method;
        const send = (...args: unknown[]): unknown => Reflect.apply(method, target, args);
        const verb = verbs.find((each) => each === property);
        return verb === undefined ? send : (...args: unknown[]) => this.#meet(verb, args, () => send(...args));
      },
    });
  }

  async #meet(verb: Fault["verb"], args: readonly unknown[], send: () => unknown): Promise<unknown> {
    const [{ kind }, about] = args as [{ kind: string }, { name?: string; metadata?: { name: string } }];
    const name = about.metadata?.name ?? about.name ?? "";
    const found = this.#faults.find(
      ({ fault, left }) =>
        left > 0 && fault.verb === verb && fault.kind === kind && (fault.name === undefined || fault.name === name),
    );
    if (found === undefined) return await send();
    found.left -= 1;
    const { answer } = found.fault;
    this.met.push(`${verb} ${kind} ${name} ${answer}`);
    if (answer === "lost") {
      await send();
      throw new ConnectionError(`the answer to ${verb} ${kind} ${name} was lost`);
    }
    const reason = reasons[answer] ?? "Unknown";
    throw new ApiError(`${verb} ${kind} ${name} is answered with ${reason}`, { status: answer, reason });
  }
}
