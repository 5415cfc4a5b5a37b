import type { ServerSize } from "../api/server-size.ts";
import type { Server } from "./__prefixFile__-cloud.ts";

/** What the reconciler of pools needs of the cloud: implement it with the cloud's own client. All of it must be safe to repeat. */
export interface ServerGroups {
  /** The servers of the group of this name, after it was made, or changed where it was not as requested. */
  ensureGroup(request: GroupRequest, signal: AbortSignal): Promise<readonly Server[]>;
  /** Returns whether nothing of the group is left. */
  removeGroup(name: string, signal: AbortSignal): Promise<boolean>;
}

export interface GroupRequest {
  readonly name: string;
  /** How many servers there should be. */
  readonly replicas: number;
  readonly size: ServerSize;
  /** What new servers boot from. Holds secrets: never log it. */
  readonly userData: string | undefined;
}
