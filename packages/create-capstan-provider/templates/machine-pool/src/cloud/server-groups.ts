import type { ServerSize } from "../api/server-size.ts";
import type { Server } from "./__prefixFile__-cloud.ts";

/** The functions of the cloud that the pool reconciler needs: implement them with the cloud's own client. All must be safe to repeat. */
export interface ServerGroups {
  /** The present servers of the group of this name; undefined if the group does not exist. */
  findGroup(name: string, signal: AbortSignal): Promise<readonly Server[] | undefined>;
  /** The servers of the group of this name, after it was created, or changed if it was not as requested. */
  ensureGroup(request: GroupRequest, signal: AbortSignal): Promise<readonly Server[]>;
  /** Returns whether the group is completely removed. */
  removeGroup(name: string, signal: AbortSignal): Promise<boolean>;
}

export interface GroupRequest {
  readonly name: string;
  /** The desired number of servers. */
  readonly replicas: number;
  readonly size: ServerSize;
  /** The bootstrap data of new servers. Contains secrets: never log it. Undefined: the request needs no new servers with data. */
  readonly userData: string | undefined;
}
