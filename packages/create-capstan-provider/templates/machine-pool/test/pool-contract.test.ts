import type { OutsideWorld } from "@capstan/testkit/conformance";
import { describeProviderContract } from "@capstan/testkit/conformance";
import { __PoolKind__ } from "../src/api/__poolFile__.ts";
import { InMemoryServerGroups } from "../src/cloud/in-memory-server-groups.ts";
import type { GroupRequest } from "../src/cloud/server-groups.ts";
import { __PoolKind__Reconciler } from "../src/reconcilers/__poolFile__/__poolFile__-reconciler.ts";

/** Reports changes of servers to the conformance suite. */
class ReportingServerGroups extends InMemoryServerGroups {
  readonly #outside: OutsideWorld;

  constructor(outside: OutsideWorld) {
    super();
    this.#outside = outside;
  }

  override findGroup(name: string) {
    this.#outside.call();
    return super.findGroup(name);
  }

  override async ensureGroup(request: GroupRequest) {
    this.#outside.call();
    const servers = await super.ensureGroup(request);
    this.#report(request.userData);
    return servers;
  }

  override async removeGroup(name: string) {
    this.#outside.call();
    const isGone = await super.removeGroup(name);
    this.#report();
    return isGone;
  }

  /** After the change: the servers exist even if the suite drops the response. */
  #report(userData?: string): void {
    const ids = [...this.groups.values()].flat().map(({ id }) => id);
    for (const id of this.#outside.existing.keys()) if (!ids.includes(id)) this.#outside.removed(id);
    for (const id of ids) this.#outside.created(id, userData);
  }
}

describeProviderContract({
  definition: __PoolKind__,
  reconcilers: ({ outside }) => [new __PoolKind__Reconciler(new ReportingServerGroups(outside))],
});
