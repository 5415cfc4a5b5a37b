import { OutsideWorld } from "@capstan/testkit/conformance";
import type { ServerCloud } from "./server-cloud.ts";

/** The external resources of a hand-written provider that calls a cloud. */
export class WorldWithCloud extends OutsideWorld {
  readonly cloud: ServerCloud;

  constructor(cloud: ServerCloud) {
    super();
    this.cloud = cloud;
  }
}

/** The cloud of a provider that received a {@link WorldWithCloud}. */
export function cloudOf(outside: OutsideWorld): ServerCloud {
  if (!(outside instanceof WorldWithCloud)) throw new Error("The world of the provider has no cloud");
  return outside.cloud;
}
