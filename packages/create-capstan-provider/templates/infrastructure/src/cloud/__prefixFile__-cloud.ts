import type { ServerSize } from "../api/server-size.ts";

/** What the reconcilers need of the cloud: implement it with the cloud's own client. All of it must be safe to repeat. */
export interface __Prefix__Cloud {
  /** The server made under this name before; a new one if there is none. */
  ensureServer(request: ServerRequest, signal: AbortSignal): Promise<Server>;
  /** The server of this id; undefined if it is gone. */
  findServer(id: string, signal: AbortSignal): Promise<Server | undefined>;
  /** Returns whether nothing of the server is left. */
  removeServer(server: ServerIdentity, signal: AbortSignal): Promise<boolean>;
  /** The address at which the API server of this cluster will be reached. */
  ensureEndpoint(clusterId: string, region: string, signal: AbortSignal): Promise<Endpoint>;
  /** Returns whether nothing of the endpoint is left. */
  removeEndpoint(clusterId: string, signal: AbortSignal): Promise<boolean>;
}

/** A server by its own id, or, before that is known, by the name that it was made under. */
export type ServerIdentity = { readonly id: string } | { readonly name: string };

export interface ServerRequest {
  /** Kept with the server, as a tag for example: the same name never gets a second server. */
  readonly name: string;
  readonly size: ServerSize;
  /** What the server boots from. Holds secrets: never log it. */
  readonly userData: string | undefined;
}

export interface Server {
  readonly id: string;
  readonly state: "starting" | "running";
  readonly address: string;
}

export interface Endpoint {
  readonly host: string;
  readonly port: number;
}
