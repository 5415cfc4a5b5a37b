import { KubeConfig } from "@kubernetes/client-node";
import type { RequestOptions as HttpsOptions } from "node:https";
import type { SecureContextOptions } from "node:tls";
import type { Clock } from "../clock/clock.ts";
import { KubeconfigError } from "../errors/runtime-errors.ts";
import type { KubeconfigLocation } from "./client-options.ts";

/** What TLS needs, as `node:tls` takes it. */
export interface TlsOptions extends Pick<SecureContextOptions, "ca" | "cert" | "key" | "pfx" | "passphrase"> {
  readonly rejectUnauthorized?: boolean;
  readonly servername?: string;
}

/** How to prove who we are. */
export interface Credentials {
  readonly tls: TlsOptions;
  readonly headers: Readonly<Record<string, string>>;
}

/** Token files rotate on disk and exec plugins know the expiry of what they gave: both are asked again this often. */
const refreshAfterMs = 60_000;

function load(source: string | KubeconfigLocation): KubeConfig {
  const config = new KubeConfig();
  try {
    if (typeof source === "string") config.loadFromString(source);
    else if (source.path === undefined) config.loadFromDefault();
    else config.loadFromFile(source.path);
  } catch (error) {
    // The parser's message quotes the lines around the mistake, and those may hold a key: only its kind is kept.
    const kind = error instanceof Error ? error.name : "unknown error";
    const where = typeof source === "string" ? "the given text" : (source.path ?? "the default location");
    throw new KubeconfigError(
      `The kubeconfig at ${where} cannot be read (${kind}): check that it is YAML of kind Config`,
    );
  }
  if (typeof source !== "string" && source.context !== undefined) config.setCurrentContext(source.context);
  return config;
}

function pick(options: HttpsOptions): TlsOptions {
  const { ca, cert, key, pfx, passphrase, rejectUnauthorized, servername } = options;
  return {
    ...(ca == null ? {} : { ca }),
    ...(cert == null ? {} : { cert }),
    ...(key == null ? {} : { key }),
    ...(pfx == null ? {} : { pfx }),
    ...(passphrase == null ? {} : { passphrase }),
    ...(rejectUnauthorized === undefined ? {} : { rejectUnauthorized }),
    ...(servername === undefined ? {} : { servername }),
  };
}

function headersOf(options: HttpsOptions): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    if (typeof value === "string") headers[name.toLowerCase()] = value;
  }
  if (typeof options.auth === "string") headers.authorization = `Basic ${Buffer.from(options.auth).toString("base64")}`;
  return headers;
}

/** The cluster and user of a kubeconfig context: where the server is, and credentials that stay current. */
export class ClusterAccess {
  readonly server: URL;
  readonly proxyUrl: string | undefined;
  readonly #config: KubeConfig;
  readonly #clock: Clock;
  /** Whether credentials come from a plugin, provider or file, and so may change while we run. */
  readonly #isDynamic: boolean;
  #current: { readonly credentials: Promise<Credentials>; readonly atMs: number } | undefined;

  constructor(source: string | KubeconfigLocation, clock: Clock) {
    this.#config = load(source);
    this.#clock = clock;
    const cluster = this.#config.getCurrentCluster();
    const context = this.#config.getCurrentContext();
    if (cluster === null || !URL.canParse(cluster.server)) {
      throw new KubeconfigError(
        `The kubeconfig's context "${context}" names no cluster with a server URL: choose one of its contexts`,
      );
    }
    if (cluster.server.startsWith("http:")) {
      // The library refuses plain HTTP unless verification is off; there is no TLS to verify here.
      this.#config.clusters = this.#config.clusters.map((each) =>
        each.name === cluster.name ? { ...each, skipTLSVerify: true } : each,
      );
    }
    this.server = new URL(cluster.server);
    this.proxyUrl = cluster.proxyUrl;
    const user = this.#config.getCurrentUser();
    this.#isDynamic = user !== null && [user.exec, user.authProvider, user.certFile].some((part) => part != null);
  }

  /** @param isRejected - the server did not accept the last ones (401). */
  async credentials(isRejected = false): Promise<Credentials> {
    const current = this.#current;
    const ageMs = current === undefined ? Infinity : this.#clock.now() - current.atMs;
    if (current !== undefined && (!this.#isDynamic || (ageMs < refreshAfterMs && !isRejected))) {
      return current.credentials;
    }
    const credentials = this.#read();
    this.#current = { credentials, atMs: this.#clock.now() };
    credentials.catch(() => {
      this.#current = undefined;
    });
    return credentials;
  }

  async #read(): Promise<Credentials> {
    const options: HttpsOptions = {};
    try {
      await this.#config.applyToHTTPSOptions(options);
    } catch (error) {
      const kind = error instanceof Error ? error.name : "unknown error";
      throw new KubeconfigError(
        `The credentials of the kubeconfig's user cannot be used (${kind}): check its files and its exec plugin`,
      );
    }
    return { tls: pick(options), headers: headersOf(options) };
  }
}
