import type { ServerSize } from "../api/server-size.ts";

/** The functions of the cloud that the reconcilers need: implement them with the cloud's own client. All must be safe to repeat. */
export interface __Prefix__Cloud {
  /** The server created under this name before; a new server if it does not exist. */
  ensureServer(request: ServerRequest, signal: AbortSignal): Promise<Server>;
  /** The server of this id; undefined if it is deleted. */
  findServer(id: string, signal: AbortSignal): Promise<Server | undefined>;
  /** Returns whether the server is completely removed. */
  removeServer(server: ServerIdentity, signal: AbortSignal): Promise<boolean>;
  /** The address of this cluster's future API server. */
  ensureEndpoint(clusterId: string, region: string, signal: AbortSignal): Promise<Endpoint>;
  /** Returns whether the endpoint is completely removed. */
  removeEndpoint(clusterId: string, signal: AbortSignal): Promise<boolean>;
}

/** A server by its own id or, until the id is known, by the name that it was created under. */
export type ServerIdentity = { readonly id: string } | { readonly name: string };

export interface ServerRequest {
  /** Stored with the server, for example as a tag: the same name never gets a second server. */
  readonly name: string;
  readonly size: ServerSize;
  /** The bootstrap data of the server. Contains secrets: never log it. */
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
