import type { Clock, Logger } from "@capstan/provider";
import type { CloudChange } from "./cloud-objects.ts";
import type { CloudStore } from "./cloud-store.ts";
import type { DurationRange } from "./duration.ts";

/** The parts of the cloud that a network needs. */
export interface NetworkContext {
  readonly clock: Clock;
  readonly logger: Logger | undefined;
  readonly store: CloudStore;
  readonly bootDuration: DurationRange;
  changed(change: CloudChange): void;
}
