import { ApiError, type Client } from "@capstan/provider";
import { ConnectionError } from "@capstan/testkit";

const verbs = ["get", "create", "patch", "delete"] as const;

/** Requests that go wrong, and how. */
export interface Fault {
  readonly verb: (typeof verbs)[number];
  readonly kind: string;
  /** Default: any. */
  readonly name?: string;
  /** The status the server answers with, having done nothing; or what was asked for is done, and the answer is lost. */
  readonly answer: number | "lost";
  /** How often. Default: for ever. */
  readonly times?: number;
}

const reasons: Readonly<Record<number, string>> = {
  403: "Forbidden",
  409: "Conflict",
  429: "TooManyRequests",
  500: "InternalError",
};

/** Lets requests of a client go wrong. */
export class Faults {
  readonly #faults: { readonly fault: Fault; left: number }[] = [];
  /** Those that did, such as "create Secret cp-0 403". */
  readonly met: string[] = [];

  add(...faults: readonly Fault[]): void {
    this.#faults.push(...faults.map((fault) => ({ fault, left: fault.times ?? Infinity })));
  }

  /** From here on all goes well. */
  clear(): void {
    this.#faults.length = 0;
  }

  /** The client, with the faults that there are at the time of each request. */
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
