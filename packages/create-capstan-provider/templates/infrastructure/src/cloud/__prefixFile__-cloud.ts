/** What the reconcilers need of the cloud: implement it with the cloud's own client. All of it must be safe to repeat. */
export interface __Prefix__Cloud {
  /** The server of this uid; made if there is none. */
  ensureServer(request: ServerRequest, signal: AbortSignal): Promise<Server>;
  /** Returns whether nothing of the server is left. */
  removeServer(uid: string, signal: AbortSignal): Promise<boolean>;
  /** The address at which the API server of this cluster will be reached. */
  ensureEndpoint(uid: string, region: string, signal: AbortSignal): Promise<Endpoint>;
  /** Returns whether nothing of the endpoint is left. */
  removeEndpoint(uid: string, signal: AbortSignal): Promise<boolean>;
}

export interface ServerRequest {
  /** Names the server for ever: the same uid never gets a second server. */
  readonly uid: string;
  readonly name: string;
  readonly size: "small" | "large";
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
