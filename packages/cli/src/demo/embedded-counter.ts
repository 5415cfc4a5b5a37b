import type { RequestLog } from "@capstan/apiserver";
import { type CountedRequest, managerOf, type RequestCounter } from "./requests.ts";

/** Counts requests as the embedded API server records them. */
export class EmbeddedCounter implements RequestCounter {
  readonly countedBy = "apiserver";
  readonly #log: RequestLog;
  readonly #managers: readonly string[];

  constructor(log: RequestLog, managers: readonly string[]) {
    this.#log = log;
    this.#managers = managers;
  }

  read(): Promise<readonly CountedRequest[]> {
    const requests: CountedRequest[] = [];
    for (const entry of this.#log.entries()) {
      const manager = managerOf(entry.userAgent, this.#managers);
      if (manager === undefined) continue;
      const resource = entry.resource === "" ? "nonresource" : entry.resource;
      requests.push({
        manager,
        verb: entry.verb,
        resource: entry.subresource === "" ? resource : `${resource}/${entry.subresource}`,
        status: entry.status,
      });
    }
    return Promise.resolve(requests);
  }
}
