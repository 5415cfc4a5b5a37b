import type { RequestObserver } from "@capstan/runtime";
import type { CountedRequest, RequestCounter } from "./requests.ts";

/** Counts requests as the demo's own clients send them, for a server without a readable log. */
export class ClientCounter implements RequestCounter {
  readonly countedBy = "clients";
  readonly #requests: CountedRequest[] = [];

  /** Returns the `onRequest` option for a manager's client. */
  observe(manager: string): RequestObserver {
    return ({ verb, resource, subresource, status }) => {
      const name = resource === "" ? "nonresource" : resource;
      this.#requests.push({ manager, verb, resource: subresource === "" ? name : `${name}/${subresource}`, status });
    };
  }

  read(): Promise<readonly CountedRequest[]> {
    return Promise.resolve(this.#requests);
  }
}
