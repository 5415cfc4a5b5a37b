import type { AuditEntry } from "@capstan/testkit";
import { shownWrite, unchangedWrites } from "./unchanged-writes.ts";
import { byResource } from "./writes.ts";

const writeVerbs = ["create", "update", "patch", "delete", "deletecollection"];

/** What an API server was asked, by user. */
export class AuditedRequests {
  readonly #server: { auditEntries(): readonly AuditEntry[] };

  constructor(server: { auditEntries(): readonly AuditEntry[] }) {
    this.#server = server;
  }

  /** The finished requests of these users, oldest first. */
  of(...users: readonly string[]): AuditEntry[] {
    const byId = new Map(this.#server.auditEntries().map((entry) => [entry.auditID, entry]));
    return [...byId.values()].filter(({ user: { username } }) => users.includes(username));
  }

  /** The finished requests of these users that change something, oldest first. */
  writesOf(...users: readonly string[]): AuditEntry[] {
    return this.of(...users).filter(({ verb }) => writeVerbs.includes(verb));
  }

  /** What these users were refused for lack of rights, such as "get secrets 403 1"; empty if nothing was. */
  refusalsOf(...users: readonly string[]): string {
    return byResource(this.of(...users).filter(({ responseStatus }) => responseStatus?.code === 403));
  }

  /** What these users have written without a change of it, each with its body. */
  unchangedBy(...users: readonly string[]): string[] {
    const unchanged = unchangedWrites(this.#server.auditEntries());
    return unchanged.filter(({ user: { username } }) => users.includes(username)).map(shownWrite);
  }
}
