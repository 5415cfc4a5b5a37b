import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage } from "node:http";
import { type Server } from "node:net";
import { type Duplex } from "node:stream";
import { hostPort, renderKubeconfig } from "@capstan/kube";
import { type CertificateAndKey, CertificateAuthority } from "@capstan/kube/x509";
import { FieldManagement } from "./writer/managed-fields/field-management.ts";
import { type Clock, systemClock } from "./clock/clock.ts";
import { DefinitionController } from "./background/definition-controller.ts";
import { DefinitionFinalizer } from "./background/definition-finalizer.ts";
import { Background } from "./background/background.ts";
import { Deleter } from "./deletion/deleter.ts";
import { GarbageCollector } from "./background/garbage-collector.ts";
import { NamespaceFinalizer } from "./background/namespace-finalizer.ts";
import { Writer } from "./writer/writer.ts";
import { type PortForward, Upgrades } from "./server/port-forward/upgrades.ts";
import { builtIns, namespaces } from "./registry/built-in/built-ins.ts";
import { Registry } from "./registry/registry.ts";
import { storageVersion } from "./registry/resource.ts";
import { Authenticator } from "./authentication/authentication.ts";
import { serverCredentials } from "./authentication/server-credentials.ts";
import { createHttpsServer } from "./server/https-server.ts";
import { Listener } from "./server/listener.ts";
import { Metrics } from "./server/metrics.ts";
import { OpenConnections } from "./server/open-connections.ts";
import { RequestLog } from "./server/request-log.ts";
import { Router } from "./routing/router.ts";
import { DataDirectory } from "./store/disk/data-directory.ts";
import { type FsyncPolicy } from "./store/disk/journal-file.ts";
import { Store } from "./store/store.ts";

export interface ApiServerOptions {
  /** The loopback address to listen on. Default: 127.0.0.1. */
  readonly host?: string;
  /** Default: a free port, or the one that `dataDirectory` was last served on. */
  readonly port?: number;
  /** Whether to listen at all; otherwise connections come through {@link ApiServer.handleConnection}. Default: true. */
  readonly listen?: boolean;
  /** PEM. Signs the serving certificate, and its client certificates are accepted. Default: an authority of its own. */
  readonly certificateAuthority?: CertificateAndKey;
  /** PEM. What it serves with, instead of a certificate that the authority signs. */
  readonly serving?: CertificateAndKey;
  /** PEM, one or more. Client certificates that these have signed are accepted, too. */
  readonly clientAuthorities?: string;
  /** Where clients reach the server, if that is not where it listens; goes into certificate and kubeconfig. */
  readonly advertise?: { readonly host: string; readonly port: number };
  /** A folder to keep the state in: a server started on it again continues where the last one stopped. */
  readonly dataDirectory?: string;
  /** When what is written to `dataDirectory` reaches the disk itself. Default: "every-second". */
  readonly fsync?: FsyncPolicy;
  /** Reads the time for timestamps. Timeouts always take real time. Default: the system's clock. */
  readonly clock?: { now(): number };
  /**
   * Where resourceVersions begin in an empty server. A watch that resumes from an older one gets the error Expired, as after a
   * restore of etcd that bumps revisions. Default: 1.
   */
  readonly firstResourceVersion?: number;
  /** How many changes of each resource a watch can go back. Default: 10000. */
  readonly watchHistory?: number;
  /** What answers at the ports of Pods, which nothing runs here: for `kubectl port-forward`. Default: nothing. */
  readonly portForward?: PortForward;
}

/** A resource, as its paths name it. */
export interface FollowedResource {
  /** Empty for the core group. */
  readonly group: string;
  readonly plural: string;
}

/** A change that {@link ApiServer.follow} reports. */
export interface ObjectChange {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  /** The object in its storage version, which must not be changed; for DELETED the last one. */
  readonly object: {
    readonly apiVersion: string;
    readonly kind: string;
    readonly metadata: { readonly name: string; readonly namespace?: string };
  };
}

/**
 * A Kubernetes API server inside this process: HTTPS on loopback, state in memory.
 *
 * Close it with {@link ApiServer.close}, or `await using server = await ApiServer.start()`.
 */
export class ApiServer {
  /** Where clients reach it, for example `https://127.0.0.1:41234`. */
  readonly url: string;
  readonly port: number;
  /** Kubeconfig (YAML) of an administrator, by client certificate. Holds a private key. */
  readonly kubeconfig: string;
  /** The requests for resources that were answered. */
  readonly requests: RequestLog;
  readonly #parts: Parts;

  private constructor(parts: Parts, address: { url: string; port: number }, admin: CertificateAndKey) {
    this.#parts = parts;
    this.url = address.url;
    this.port = address.port;
    this.requests = parts.log;
    this.kubeconfig = renderKubeconfig({
      name: "capstan",
      server: this.url,
      certificateAuthority: parts.servingAuthority,
      user: "admin",
      credentials: admin,
    });
  }

  /**
   * Starts a server; it is ready when the promise resolves.
   *
   * @throws Error when the port is taken, the authority's key cannot be read, or the data directory is not readable and writable.
   */
  static async start(options: ApiServerOptions = {}): Promise<ApiServer> {
    const { host = "127.0.0.1", listen = true, clock = systemClock, advertise } = options;
    const data = options.dataDirectory === undefined ? undefined : await DataDirectory.open(options.dataDirectory);
    const authority = await authorityOf(options, data);
    const { serving, admin } = await serverCredentials(authority, options.certificateAuthority ?? authority, [
      ...(advertise === undefined ? [] : [advertise.host]),
      host,
      "127.0.0.1",
      "localhost",
      "kubernetes",
      "kubernetes.default",
      "kubernetes.default.svc",
    ]);
    const address = { url: "", port: 0 };
    const parts = assemble({ authority, data, clock, address: () => address.url.replace("https://", ""), options });
    const { clientAuthorities = "" } = options;
    const trusted = `${authority.certificate}\n${clientAuthorities}`;
    const server = createHttpsServer(options.serving ?? serving, trusted, (request, response) => {
      parts.listener.handle(request, response);
    });
    server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      parts.upgrades.handle(request, socket, head);
    });
    parts.server = server;
    parts.connections = new OpenConnections(server);
    await createNamespaces(parts.store, parts.writer);
    try {
      if (listen) await bind(server, host, options.port ?? data?.port ?? 0, options.port === undefined);
    } catch (error) {
      parts.background.stop();
      await data?.close();
      throw error;
    }
    const bound = server.address();
    address.port = advertise?.port ?? (bound !== null && typeof bound === "object" ? bound.port : 0);
    const shownHost = advertise?.host ?? host;
    address.url = `https://${hostPort({ host: shownHost, port: address.port })}`;
    if (listen && bound !== null && typeof bound === "object") data?.notePort(bound.port);
    return new ApiServer(parts, address, admin);
  }

  /** Kubeconfig (YAML) of `user`, by a token that stays valid as long as the server's state. */
  kubeconfigFor(user: string, groups: readonly string[] = []): string {
    return renderKubeconfig({
      name: "capstan",
      server: this.url,
      certificateAuthority: this.#parts.servingAuthority,
      user,
      credentials: { token: this.#parts.authenticator.issueToken(user, groups) },
    });
  }

  /** What a client verifies the server by, PEM. */
  get certificateAuthority(): string {
    return this.#parts.servingAuthority;
  }

  /** The resourceVersion of the last write. */
  get resourceVersion(): string {
    return String(this.#parts.store.revision);
  }

  /** Serves a connection (before TLS) that was accepted elsewhere. */
  handleConnection(socket: Duplex): void {
    this.#parts.server?.emit("connection", socket);
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

  /** Forgets the history: a watch that resumes from an older resourceVersion gets the error Expired (410). */
  compact(): void {
    this.#parts.store.compact();
  }

  /** Ends all watches and connections, and stops listening. */
  async close(): Promise<void> {
    const { server, connections, router, upgrades, background, data } = this.#parts;
    background.stop();
    router.stopWatches();
    upgrades.close();
    const closed = server?.listening === true ? once(server, "close") : undefined;
    if (closed !== undefined) server?.close();
    connections?.destroy();
    await closed;
    await data?.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

interface Parts {
  readonly servingAuthority: string;
  readonly authenticator: Authenticator;
  readonly store: Store;
  readonly writer: Writer;
  readonly router: Router;
  readonly listener: Listener;
  readonly upgrades: Upgrades;
  readonly background: Background;
  readonly log: RequestLog;
  readonly data: DataDirectory | undefined;
  server?: Server;
  connections?: OpenConnections;
}

function assemble(given: {
  readonly authority: CertificateAuthority;
  readonly data: DataDirectory | undefined;
  readonly clock: Clock;
  readonly address: () => string;
  readonly options: ApiServerOptions;
}): Parts {
  const { authority, data, clock, options } = given;
  const historyLimit = options.watchHistory ?? 10_000;
  const { firstResourceVersion = 1, fsync = "every-second" } = options;
  const store = new Store(data?.snapshot ?? { revision: firstResourceVersion, objects: [] }, { historyLimit });
  const registry = new Registry(builtIns);
  const management = new FieldManagement(clock);
  const writer = new Writer({ store, clock, management });
  const deleter = new Deleter({ store, clock });
  const background = new Background(store, {
    definitions: new DefinitionController({ store, registry, clock }),
    definitionFinalizer: new DefinitionFinalizer({ store, registry, deleter }),
    namespaces: new NamespaceFinalizer({ store, registry, deleter }),
    garbage: new GarbageCollector({ store, registry, deleter }),
  });
  background.restore();
  data?.follow(store, fsync);
  const router = new Router({
    registry,
    context: { store, writer, deleter, management },
    clock,
    address: given.address,
  });
  const authenticator = new Authenticator(data?.tokenSecret ?? randomBytes(32).toString("base64url"));
  const log = new RequestLog();
  const listener = new Listener({ authenticator, router, log, metrics: new Metrics(), clock });
  const upgrades = new Upgrades({ authenticator, store, log, clock, portForward: options.portForward });
  const servingAuthority = options.serving?.certificate ?? authority.certificate;
  return { servingAuthority, authenticator, store, writer, router, listener, upgrades, background, log, data };
}

async function createNamespaces(store: Store, writer: Writer): Promise<void> {
  for (const name of ["default", "kube-node-lease", "kube-public", "kube-system"]) {
    if (store.get(namespaces.id, "", name) !== undefined) continue;
    const target = { resource: namespaces, version: storageVersion(namespaces), manager: "kube-apiserver" };
    await writer.create(target, { kind: "Namespace", apiVersion: "v1", metadata: { name } });
  }
}

/** Its certificates use real time, whatever the server's clock says: TLS knows no other clock. */
async function authorityOf(options: ApiServerOptions, data: DataDirectory | undefined): Promise<CertificateAuthority> {
  const given = options.certificateAuthority ?? data?.certificateAuthority;
  if (given !== undefined) return CertificateAuthority.load(given, systemClock);
  const authority = await CertificateAuthority.create("capstan-apiserver-ca", systemClock);
  data?.noteAuthority(authority);
  return authority;
}

async function bind(server: Server, host: string, port: number, anyPort: boolean): Promise<void> {
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (error) {
    // The port of an earlier run is only preferred.
    if (!anyPort || port === 0) throw error;
    server.listen(0, host);
    await once(server, "listening");
  }
}
