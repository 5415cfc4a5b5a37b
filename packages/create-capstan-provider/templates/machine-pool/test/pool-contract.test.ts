import type { OutsideWorld } from "@capstan/testkit/conformance";
import { describeProviderContract } from "@capstan/testkit/conformance";
import { __PoolKind__ } from "../src/api/__poolFile__.ts";
import { InMemoryServerGroups } from "../src/cloud/in-memory-server-groups.ts";
import type { GroupRequest } from "../src/cloud/server-groups.ts";
import { __PoolKind__Reconciler } from "../src/reconcilers/__poolFile__/__poolFile__-reconciler.ts";

/** Reports to the conformance suite what happens to servers. */
class ReportingServerGroups extends InMemoryServerGroups {
  readonly #outside: OutsideWorld;

  constructor(outside: OutsideWorld) {
    super();
    this.#outside = outside;
  }

  override async ensureGroup(request: GroupRequest) {
    this.#outside.call();
    return this.#reportingRemovals(() => super.ensureGroup(request));
  }

  override async removeGroup(name: string) {
    this.#outside.call();
    return this.#reportingRemovals(() => super.removeGroup(name));
  }

  protected override makeServer(request: GroupRequest) {
    const server = super.makeServer(request);
    this.#outside.created(server.id, request.userData);
    return server;
  }

  async #reportingRemovals<T>(change: () => Promise<T>): Promise<T> {
    const before = this.#ids();
    const result = await change();
    const after = this.#ids();
    for (const id of before) if (!after.includes(id)) this.#outside.removed(id);
    return result;
  }

  #ids(): string[] {
    return [...this.groups.values()].flat().map(({ id }) => id);
  }
}

describeProviderContract({
  definition: __PoolKind__,
  reconcilers: ({ outside }) => [new __PoolKind__Reconciler(new ReportingServerGroups(outside))],
});
