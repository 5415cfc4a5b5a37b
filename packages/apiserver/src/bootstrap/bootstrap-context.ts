import { type Clock } from "../clock/clock.ts";
import { type Registry } from "../registry/registry.ts";
import { type Store } from "../store/store.ts";
import { type Writer } from "../writer/writer.ts";

/** The dependencies for writing the initial objects of every server. */
export interface BootstrapContext {
  readonly store: Store;
  readonly writer: Writer;
  readonly registry: Registry;
  readonly clock: Clock;
}
