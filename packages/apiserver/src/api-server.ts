import { once } from "node:events";
import { type IncomingMessage } from "node:http";
import { type Server } from "node:net";
import { type Duplex } from "node:stream";
import { hostPort, renderKubeconfig, without } from "@capstan/kube";
import { type CertificateAndKey } from "@capstan/kube/x509";
import { type ApiServerOptions, type ForkOptions } from "./api-server-options.ts";
import { assemble, type Parts, rootCertificatesOf } from "./assemble.ts";
import { bootstrap, ensureAuthentication, ensureService } from "./bootstrap/bootstrap.ts";
import { type Faults } from "./faults/faults.ts";
import { type ApiObject } from "./object/api-object.ts";
import { identityAt, identityOf } from "./identity.ts";
import { bind, createHttpsServer } from "./server/https-server.ts";
import { type RequestLog } from "./server/request-log.ts";
import { DataDirectory } from "./store/disk/data-directory.ts";
import { Store } from "./store/store.ts";

/** A resource, as named in paths. */
export interface FollowedResource {
  /** Empty for the core group. */
  readonly group: string;
  /** The resource, as in paths: `machines`. */
  readonly plural: string;
}

/** A change that {@link ApiServer.follow} reports. */
export interface ObjectChange {
  /** The type of change, as in a watch. */
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  /** The object in its storage version, read-only; for DELETED its last state. */
  readonly object: {
    readonly apiVersion: string;
    readonly kind: string;
    readonly metadata: { readonly name: string; readonly namespace?: string | undefined };
  };
}

/** A change that {@link ApiServer.changesOf} reports. */
export interface RememberedChange extends ObjectChange {
  /** The object before the change, read-only; undefined if it is new. */
  readonly previous?: ObjectChange["object"];
}

/**
 * A Kubernetes API server inside this process: HTTPS on loopback, state in memory.
 *
 * Close it with {@link ApiServer.close}, or `await using server = await ApiServer.start()`.
 *
 * @example
 * ```ts
 * import { ApiServer } from "@capstan/apiserver";
 *
 * await using server = await ApiServer.start();
 * console.log(server.url, server.kubeconfig.length);
 * ```
 */
export class ApiServer {
  /** The URL for clients, for example `https://127.0.0.1:41234`. */
  readonly url: string;
  /** The port that it listens on. */
  readonly port: number;
  /** An administrator's kubeconfig (YAML) with a client certificate. Contains a private key. */
  readonly kubeconfig: string;
  /** The answered requests for resources. */
  readonly requests: RequestLog;
  /** Faults to inject on demand. */
  readonly faults: Faults;
  readonly #parts: Running;

  private constructor(parts: Running) {
    const { address, log, identity } = parts;
    this.#parts = parts;
    this.url = address.url;
    this.port = address.port;
    this.requests = log;
    this.faults = parts.faults;
    this.kubeconfig = this.#kubeconfig("admin", identity.credentials.admin);
  }

  /**
   * Starts a server; it is ready when the promise resolves.
   *
   * @throws Error when the port is in use, the CA's key cannot be read, or the data directory is not readable and writable.
   */
  static async start(options: ApiServerOptions = {}): Promise<ApiServer> {
    const { watchHistory: historyLimit = 10_000, firstResourceVersion = 1 } = options;
    const data = options.dataDirectory === undefined ? undefined : await DataDirectory.open(options.dataDirectory);
    const identity = await identityOf(options, data);
    const store = new Store(data?.snapshot ?? { revision: firstResourceVersion, objects: [] }, { historyLimit });
    const parts = assemble({ options, identity, store, data });
    await bootstrap(parts.bootstrap);
    const authorities = `${identity.authority.certificate}${options.clientAuthorities ?? ""}`;
    await ensureAuthentication(parts.bootstrap, authorities);
    const running = await serve(parts);
    await ensureService(parts.bootstrap, running.address.port);
    return new ApiServer(running);
  }

  /**
   * Starts a copy of this server, in milliseconds: with its objects, uids, resourceVersions and history, its CA, users and tokens.
   * Afterwards neither sees writes to the other. The copy starts with an empty request log, without followers and without faults. It keeps
   * its state in memory, even if this server has a data directory. You can fork a closed server. Because the objects are the same, the
   * Service `default/kubernetes` of the copy names this server's port.
   *
   * @throws Error when the port is in use.
   */
  async fork(options: ForkOptions = {}): Promise<ApiServer> {
    const { options: own, identity } = this.#parts;
    const store = this.#parts.store.copy();
    const given: ApiServerOptions = { ...without(own, "port", "listen", "advertise", "dataDirectory"), ...options };
    const parts = assemble({ options: given, identity: await identityAt(given, identity), store, data: undefined });
    return new ApiServer(await serve(parts));
  }

  /**
   * A kubeconfig (YAML) for `user`, with a token that is valid as long as the server's state. The user has the permissions of its bindings
   * and those of the groups, which you must create first; in the group `system:masters`, all permissions.
   */
  kubeconfigFor(user: string, groups: readonly string[] = []): string {
    return this.#kubeconfig(user, { token: this.#parts.authenticator.issueToken(user, groups) });
  }

  /** The CA certificate with which clients verify the server, PEM. */
  get certificateAuthority(): string {
    return rootCertificatesOf(this.#parts);
  }

  /** The resourceVersion of the last write. */
  get resourceVersion(): string {
    return String(this.#parts.store.revision);
  }

  /** Serves a connection (before TLS) that was accepted elsewhere. */
  handleConnection(socket: Duplex): void {
    this.#parts.server.emit("connection", socket);
  }

  /**
   * Follows a resource within this process: calls `listener` with every existing object, and then with every change, before the request
   * that made the change is answered. For a host that must know the stored objects without requests.
   *
   * @returns a function that ends it.
   */
  follow({ group, plural }: FollowedResource, listener: (change: ObjectChange) => void): () => void {
    const collection = this.#parts.store.collection(`${plural}.${group}`);
    for (const object of collection.list()) listener({ type: "ADDED", object });
    return collection.watch(({ type, object }) => {
      listener({ type, object });
    });
  }

  /**
   * The resourceVersion of a resource's last change; without a change, the initial version of the server. It is the last version that
   * watches of the whole resource deliver, so a host can wait for its clients without requests.
   */
  lastChange({ group, plural }: FollowedResource): string {
    return String(this.#parts.store.collection(`${plural}.${group}`).lastChange);
  }

  /**
   * The remembered changes of one object, oldest first, also after its deletion; `watchHistory` limits the number for each resource. For a
   * host that traces the history of an object.
   */
  changesOf(
    { group, plural }: FollowedResource,
    { namespace = "", name }: { readonly namespace?: string | undefined; readonly name: string },
  ): readonly RememberedChange[] {
    const { history } = this.#parts.store.collection(`${plural}.${group}`);
    const isMeant = ({ metadata }: ApiObject): boolean =>
      metadata.name === name && (metadata.namespace ?? "") === namespace;
    return (history.after(history.floor) ?? [])
      .filter(({ object }) => isMeant(object))
      .map(({ type, object, previous }) => ({ type, object, ...(previous === undefined ? {} : { previous }) }));
  }

  /** Forgets the history: a watch that resumes from an older resourceVersion gets the error Expired (410). */
  compact(): void {
    this.#parts.store.compact();
  }

  /** Closes all watches and connections, and stops listening. */
  async close(): Promise<void> {
    const { server, connections, watches, upgrades, background, data } = this.#parts;
    background.stop();
    watches.stop();
    upgrades.close();
    const closed = server.listening ? once(server, "close") : undefined;
    if (closed !== undefined) server.close();
    connections.destroy();
    await closed;
    await data?.close();
  }

  /** Stops the server at the end of an `await using` block. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #kubeconfig(user: string, credentials: CertificateAndKey | { readonly token: string }): string {
    const { url: server, certificateAuthority } = this;
    return renderKubeconfig({ name: "capstan", server, certificateAuthority, user, credentials });
  }
}

interface Running extends Parts {
  readonly server: Server;
}

/** Listens, unless the options disable it. */
async function serve(parts: Parts): Promise<Running> {
  const { options, identity, data, address } = parts;
  const { host = "127.0.0.1", listen = true, advertise, clientAuthorities = "" } = options;
  const { authority, credentials } = identity;
  const trusted = `${authority.certificate}\n${clientAuthorities}`;
  const server = createHttpsServer(options.serving ?? credentials.serving, trusted, (request, response) => {
    parts.listener.handle(request, response);
  });
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    parts.upgrades.handle(request, socket, head);
  });
  parts.connections.follow(server);
  try {
    if (listen) await bind(server, host, options.port ?? data?.port ?? 0, options.port === undefined);
  } catch (error) {
    parts.background.stop();
    await data?.close();
    throw error;
  }
  const bound = server.address();
  const port = bound !== null && typeof bound === "object" ? bound.port : 0;
  address.port = advertise?.port ?? port;
  address.url = `https://${hostPort({ host: advertise?.host ?? host, port: address.port })}`;
  if (port !== 0) data?.notePort(port);
  return { ...parts, server };
}
