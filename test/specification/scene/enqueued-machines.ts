import { type DeepReadonly, Machine } from "@capstan/contract";
import { Controller, forKind, Manager, Result } from "@capstan/runtime";
import { ReferenceTracker } from "../../../packages/core-controllers/src/references/reference-tracker.ts";
import type { Scene } from "@capstan/harness/scenes";

/** A controller that follows the infrastructure references of Machines like the Machine controller, and records its requests. */
export class EnqueuedMachines implements AsyncDisposable {
  readonly #manager: Manager;
  readonly #names: readonly string[];

  private constructor(manager: Manager, names: readonly string[]) {
    this.#manager = manager;
    this.#names = names;
  }

  static async start({ client, namespace }: Scene): Promise<EnqueuedMachines> {
    const names: string[] = [];
    const manager = new Manager({ name: "probe", client, namespaces: [namespace] });
    const machines = manager.cache.informer(Machine);
    const tracked = {
      cache: manager.cache,
      clock: manager.clock,
      referrers: machines,
      referencesOf: ({ spec }: DeepReadonly<Machine>) => [spec.infrastructureRef],
    };
    const references = new ReferenceTracker(tracked);
    const controller = new Controller({
      name: "machine",
      // writes of others to Machines are ignored here
      sources: [forKind(Machine, { predicate: ({ type }) => type === "added" }), references.definitionSource],
      reconciler: {
        reconcile: (request) => {
          names.push(request.name);
          const machine = machines.get(request);
          if (machine !== undefined)
            references.resolve({ ...machine.spec.infrastructureRef, path: "spec.infrastructureRef" }, namespace);
          return Promise.resolve(Result.awaitChange());
        },
      },
    });
    references.attach(controller);
    manager.add(controller);
    await manager.start();
    await manager.settled();
    return new EnqueuedMachines(manager, names);
  }

  /** The Machines that `act` causes to be enqueued. */
  async enqueuedBy(act: () => Promise<void>): Promise<string[]> {
    const before = this.#names.length;
    await act();
    await this.#manager.settled();
    return [...new Set(this.#names.slice(before))];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#manager.stop();
  }
}
