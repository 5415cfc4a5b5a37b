import type { RequestObserver } from "@capstan/runtime";
import type { CountedRequest, RequestCounter } from "./requests.ts";

/** Counts requests as our own clients sent them, for a server that keeps no log we could read. */
export class ClientCounter implements RequestCounter {
  readonly countedBy = "clients";
  readonly #requests: CountedRequest[] = [];

  /** What to give to the client of a manager as `onRequest`. */
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
