import { type Clock } from "../clock/clock.ts";
import { type Registry } from "../registry/registry.ts";
import { type Store } from "../store/store.ts";
import { type Writer } from "../writer/writer.ts";

/** What writes the objects that every server has from its beginning. */
export interface BootstrapContext {
  readonly store: Store;
  readonly writer: Writer;
  readonly registry: Registry;
  readonly clock: Clock;
}
