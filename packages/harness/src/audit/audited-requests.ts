import type { AuditEntry } from "@capstan/testkit";
import { shownWrite, unchangedWrites } from "./unchanged-writes.ts";
import { byResource } from "./writes.ts";

const writeVerbs = ["create", "update", "patch", "delete", "deletecollection"];

/** The requests of an API server, by user. */
export class AuditedRequests {
  readonly #server: { auditEntries(): readonly AuditEntry[] };

  constructor(server: { auditEntries(): readonly AuditEntry[] }) {
    this.#server = server;
  }

  /** The completed requests of these users, oldest first. */
  of(...users: readonly string[]): AuditEntry[] {
    const byId = new Map(this.#server.auditEntries().map((entry) => [entry.auditID, entry]));
    return [...byId.values()].filter(({ user: { username } }) => users.includes(username));
  }

  /** The completed writes of these users, oldest first. */
  writesOf(...users: readonly string[]): AuditEntry[] {
    return this.of(...users).filter(({ verb }) => writeVerbs.includes(verb));
  }

  /** The requests of these users that were refused for lack of permission, such as "get secrets 403 1"; empty if there are none. */
  refusalsOf(...users: readonly string[]): string {
    return byResource(this.of(...users).filter(({ responseStatus }) => responseStatus?.code === 403));
  }

  /** Writes of these users that changed nothing, each with its body. */
  unchangedBy(...users: readonly string[]): string[] {
    const unchanged = unchangedWrites(this.#server.auditEntries());
    return unchanged.filter(({ user: { username } }) => users.includes(username)).map(shownWrite);
  }
}
