import { once } from "node:events";
import { type IncomingMessage } from "node:http";
import { type Server } from "node:net";
import { type Duplex } from "node:stream";
import { hostPort, renderKubeconfig } from "@capstan/kube";
import { type CertificateAndKey, CertificateAuthority } from "@capstan/kube/x509";
import { accessSecrets } from "./access/access.ts";
import { type ApiServerOptions } from "./api-server-options.ts";
import { assemble, type Parts } from "./assemble.ts";
import { serverCredentials } from "./authentication/server-credentials.ts";
import { bootstrap } from "./bootstrap/bootstrap.ts";
import { systemClock } from "./clock/clock.ts";
import { type Faults } from "./faults/faults.ts";
import { createHttpsServer } from "./server/https-server.ts";
import { OpenConnections } from "./server/open-connections.ts";
import { type RequestLog } from "./server/request-log.ts";
import { DataDirectory } from "./store/disk/data-directory.ts";

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
  /** What goes wrong with it, on demand. */
  readonly faults: Faults;
  readonly #parts: Running;

  private constructor(parts: Running, address: { url: string; port: number }, admin: CertificateAndKey) {
    this.#parts = parts;
    this.url = address.url;
    this.port = address.port;
    this.requests = parts.log;
    this.faults = parts.faults;
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
    const parts = assemble({
      authority,
      data,
      secrets: await accessSecrets(data),
      clock,
      address: () => address.url.replace("https://", ""),
      options,
      outage: (ms) => {
        connections.refuse(ms);
      },
    });
    const { clientAuthorities = "" } = options;
    const trusted = `${authority.certificate}\n${clientAuthorities}`;
    const server = createHttpsServer(options.serving ?? serving, trusted, (request, response) => {
      parts.listener.handle(request, response);
    });
    server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      parts.upgrades.handle(request, socket, head);
    });
    const connections = new OpenConnections(server);
    const running: Running = { ...parts, server, connections };
    await bootstrap(parts.bootstrap);
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
    return new ApiServer(running, address, admin);
  }

  /**
   * Kubeconfig (YAML) of `user`, by a token that stays valid as long as the server's state. It may do what is bound to the user and
   * the groups, which has to be written first; in the group `system:masters`, everything.
   */
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

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

interface Running extends Parts {
  readonly server: Server;
  readonly connections: OpenConnections;
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
