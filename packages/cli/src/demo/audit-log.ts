import { readFile } from "node:fs/promises";
import { type CountedRequest, managerOf, type RequestCounter } from "./requests.ts";

/** The fields of an audit event (audit.k8s.io/v1, level Metadata or more) to read. */
interface AuditEvent {
  readonly auditID: string;
  readonly stage: string;
  readonly verb: string;
  readonly userAgent?: string;
  readonly objectRef?: { readonly resource?: string; readonly subresource?: string };
  readonly responseStatus?: { readonly code?: number };
}

/** Counts requests in the audit log of a real API server, each once. */
export class AuditLogCounter implements RequestCounter {
  readonly countedBy = "audit-log";
  readonly #file: string;
  readonly #managers: readonly string[];

  constructor(file: string, managers: readonly string[]) {
    this.#file = file;
    this.#managers = managers;
  }

  async read(): Promise<readonly CountedRequest[]> {
    const lines = (await readFile(this.#file, "utf8")).split("\n");
    // The last line is complete only if it ends in a newline; split() returns the rest after the last newline as the last item.
    return this.#count(lines.slice(0, -1).map((line) => JSON.parse(line) as AuditEvent));
  }

  #count(events: readonly AuditEvent[]): CountedRequest[] {
    const counted = new Map<string, CountedRequest>();
    for (const event of events) {
      const manager = managerOf(event.userAgent, this.#managers);
      // A watch is counted when it starts, because its ResponseComplete comes only at its end.
      const isFirst = event.stage === "ResponseStarted" || event.stage === "ResponseComplete";
      if (manager === undefined || !isFirst || counted.has(event.auditID)) continue;
      const { resource = "nonresource", subresource } = event.objectRef ?? {};
      counted.set(event.auditID, {
        manager,
        verb: event.verb,
        resource: subresource === undefined ? resource : `${resource}/${subresource}`,
        status: event.responseStatus?.code ?? 0,
      });
    }
    return [...counted.values()];
  }
}
