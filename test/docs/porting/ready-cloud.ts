import type { OutsideWorld } from "@capstan/testkit/conformance";
import type { FooCloud, FooServer } from "./ported-reconciler.ts";

/** A cloud whose servers run as soon as they are requested, unless a test overrides it. */
export class ReadyCloud implements FooCloud {
  readonly servers = new Set<string>();
  state: "starting" | "running" = "running";
  readonly #outside: OutsideWorld | undefined;

  constructor(outside?: OutsideWorld) {
    this.#outside = outside;
  }

  ensure({ id, data }: FooServer) {
    this.#outside?.call();
    if (!this.servers.has(id)) this.#outside?.created(id, data);
    this.servers.add(id);
    return this.state;
  }

  remove(id: string): void {
    this.#outside?.call();
    if (this.servers.delete(id)) this.#outside?.removed(id);
  }
}
