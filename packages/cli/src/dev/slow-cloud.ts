import http from "node:http";
import { type Clock, systemClock } from "@capstan/runtime";

/** How a request gets its connection, in Node's `http` and `https`. Undocumented, but unchanged for more than ten years. */
interface RequestAgent {
  addRequest: (request: http.ClientRequest, options: http.RequestOptions, ...rest: readonly unknown[]) => void;
}

/** Delays calls that leave this process by `fetch`, `node:http` or `node:https`. */
export class SlowCloud {
  readonly #onSlowed: () => void;
  readonly #clock: Clock;
  #ms = 0;
  #except = "";
  #isInstalled = false;

  /** @param onSlowed - called for each delayed call. */
  constructor(onSlowed: () => void, clock: Clock = systemClock) {
    this.#onSlowed = onSlowed;
    this.#clock = clock;
  }

  /** @param except - the host and port whose calls are not delayed. */
  set({ ms, except }: { readonly ms: number; readonly except: string }): void {
    this.#ms = ms;
    this.#except = except;
    if (ms > 0 && !this.#isInstalled) this.#install();
  }

  #install(): void {
    this.#isInstalled = true;
    const { fetch } = globalThis;
    globalThis.fetch = async (input, init) => {
      const ms = this.#delayOf(hostOf(input));
      if (ms > 0) await this.#clock.sleep(ms, init?.signal ?? undefined);
      return fetch(input, init);
    };
    const agent = http.Agent.prototype as unknown as RequestAgent;
    const { addRequest } = agent;
    const slowly = (add: () => void, options: http.RequestOptions): void => {
      const ms = this.#delayOf(`${options.host ?? ""}:${options.port ?? ""}`);
      if (ms > 0) this.#clock.setTimer(ms, add);
      else add();
    };
    agent.addRequest = function (this: unknown, request, options, ...rest) {
      slowly(() => {
        addRequest.call(this as RequestAgent, request, options, ...rest);
      }, options);
    };
  }

  #delayOf(host: string): number {
    if (this.#ms === 0 || host === this.#except) return 0;
    this.#onSlowed();
    return this.#ms;
  }
}

function hostOf(input: string | URL | Request): string {
  const { host } = new URL(input instanceof Request ? input.url : input);
  return host;
}
