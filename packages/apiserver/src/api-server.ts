import { once } from "node:events";
import { type IncomingMessage } from "node:http";
import { type Server } from "node:net";
import { type Duplex } from "node:stream";
import { hostPort, renderKubeconfig, without } from "@capstan/kube";
import { type CertificateAndKey } from "@capstan/kube/x509";
import { type ApiServerOptions, type ForkOptions } from "./api-server-options.ts";
import { assemble, type Parts, rootCertificatesOf } from "./assemble.ts";
import { bootstrap } from "./bootstrap/bootstrap.ts";
import { ensureAuthentication } from "./bootstrap/ensure-authentication.ts";
import { ensureService } from "./bootstrap/ensure-service.ts";
import { type Faults } from "./faults/faults.ts";
import { type ApiObject } from "./object/api-object.ts";
import { identityAt, identityOf } from "./identity.ts";
import { bind } from "./server/bind.ts";
import { createHttpsServer } from "./server/https-server.ts";
import { type RequestLog } from "./server/request-log.ts";
import { DataDirectory } from "./store/disk/data-directory.ts";
import { Store } from "./store/store.ts";

/** A resource, as its paths name it. */
export interface FollowedResource {
  /** Empty for the core group. */
  readonly group: string;
  /** The resource, as it is in paths: `machines`. */
  readonly plural: string;
}

/** A change that {@link ApiServer.follow} reports. */
export interface ObjectChange {
  /** What happened, as in a watch. */
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  /** The object in its storage version, which must not be changed; for DELETED the last one. */
  readonly object: {
    readonly apiVersion: string;
    readonly kind: string;
    readonly metadata: { readonly name: string; readonly namespace?: string };
  };
}

/** A change that {@link ApiServer.changesOf} reports. */
export interface RememberedChange extends ObjectChange {
  /** The object before it, which must not be changed; undefined: it is new. */
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
  /** Where clients reach it, for example `https://127.0.0.1:41234`. */
  readonly url: string;
  /** The port that it listens on. */
  readonly port: number;
  /** Kubeconfig (YAML) of an administrator, by client certificate. Holds a private key. */
  readonly kubeconfig: string;
  /** The requests for resources that were answered. */
  readonly requests: RequestLog;
  /** What goes wrong with it, on demand. */
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
   * @throws Error when the port is taken, the authority's key cannot be read, or the data directory is not readable and writable.
   */
  static async start(options: ApiServerOptions = {}): Promise<ApiServer> {
    const { watchHistory: historyLimit = 10_000, firstResourceVersion = 1 } = options;
    const data = options.dataDirectory === undefined ? undefined : await DataDirectory.open(options.dataDirectory);
    const identity = await identityOf(options, data);
    const store = new Store(data?.snapshot ?? { revision: firstResourceVersion, objects: [] }, { historyLimit });
    const parts = assemble({ options, identity, store, data });
    await bootstrap(parts.bootstrap);
    const { certificate } = identity.authority;
    const clients = `${certificate}${options.clientAuthorities ?? ""}`;
    await ensureAuthentication(parts.bootstrap, { clients, frontProxy: certificate });
    const running = await serve(parts);
    await ensureService(parts.bootstrap, running.address.port);
    return new ApiServer(running);
  }

  /**
   * Starts a copy of this server, in milliseconds: with its objects, uids, resourceVersions and history, its certificate authority,
   * users and tokens; from then on neither sees what is written to the other. Its requests are counted from zero, no one follows
   * it, and nothing goes wrong with it. It keeps its state in memory, also if this server has a data directory; this server may have been
   * closed. Since its objects are the same, its Service `default/kubernetes` names the port of this server.
   *
   * @throws Error when the port is taken.
   */
  async fork(options: ForkOptions = {}): Promise<ApiServer> {
    const { options: own, identity } = this.#parts;
    const store = this.#parts.store.copy();
    const given: ApiServerOptions = { ...without(own, "port", "listen", "advertise", "dataDirectory"), ...options };
    const parts = assemble({ options: given, identity: await identityAt(given, identity), store, data: undefined });
    return new ApiServer(await serve(parts));
  }

  /**
   * Kubeconfig (YAML) of `user`, by a token that stays valid as long as the server's state. It may do what is bound to the user and
   * the groups, which has to be written first; in the group `system:masters`, everything.
   */
  kubeconfigFor(user: string, groups: readonly string[] = []): string {
    return this.#kubeconfig(user, { token: this.#parts.authenticator.issueToken(user, groups) });
  }

  /** What a client verifies the server by, PEM. */
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
   * Follows a resource from within this process: calls `listener` with every existing object, and from then on with every change,
   * before the request that made it is answered. For a host that has to know what is stored without asking each time.
   *
   * @returns what ends it.
   */
  follow({ group, plural }: FollowedResource, listener: (change: ObjectChange) => void): () => void {
    const collection = this.#parts.store.collection(`${plural}.${group}`);
    for (const object of collection.list()) listener({ type: "ADDED", object });
    return collection.watch(({ type, object }) => {
      listener({ type, object });
    });
  }

  /**
   * The resourceVersion of the last change of a resource; of one that has not changed, the version that the server began with. Watches
   * of the whole resource have it as their last: for a host that waits until its clients have seen everything, without asking.
   */
  lastChange({ group, plural }: FollowedResource): string {
    return String(this.#parts.store.collection(`${plural}.${group}`).lastChange);
  }

  /**
   * The changes of one object that the server remembers, oldest first, also if it is gone: the last of its resource, as many as
   * `watchHistory` says. For a host that asks afterwards how an object came to be what it is.
   */
  changesOf(
    { group, plural }: FollowedResource,
    { namespace = "", name }: { readonly namespace?: string; readonly name: string },
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

  /** Ends all watches and connections, and stops listening. */
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

  /** Stops the server, as at the end of an `await using` block. */
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

/** Listens, unless the options say not to. */
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
