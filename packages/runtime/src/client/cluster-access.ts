import type { Cluster, User } from "@kubernetes/client-node";
import type { Clock } from "../clock/clock.ts";
import { KubeconfigError } from "../errors/runtime-errors.ts";
import type { KubeconfigLocation } from "./client-options.ts";
import { type Credentials, readCredentials } from "./credentials.ts";
import { type Kubeconfig, readKubeconfig } from "./kubeconfig.ts";

/** Token files rotate on disk and exec plugins know the expiry of what they gave: both are asked again this often. */
const refreshAfterMs = 60_000;

function load(source: string | KubeconfigLocation): Kubeconfig {
  try {
    return readKubeconfig(source);
  } catch (error) {
    if (error instanceof KubeconfigError) throw error;
    // The parser's message quotes the lines around the mistake, and those may hold a key: only its kind is kept.
    const kind = error instanceof Error ? error.name : "unknown error";
    const where = typeof source === "string" ? "the given text" : (source.path ?? "the default location");
    throw new KubeconfigError(
      `The kubeconfig at ${where} cannot be read (${kind}); check that it is YAML of kind Config`,
    );
  }
}

/** The cluster and user of a kubeconfig context: where the server is, and credentials that stay current. */
export class ClusterAccess {
  readonly server: URL;
  readonly proxyUrl: string | undefined;
  readonly #cluster: Cluster;
  readonly #user: User | undefined;
  readonly #clock: Clock;
  /** Whether credentials come from a plugin, provider or file, and so may change while we run. */
  readonly #isDynamic: boolean;
  #current: { readonly credentials: Promise<Credentials>; readonly atMs: number } | undefined;

  constructor(source: string | KubeconfigLocation, clock: Clock) {
    const { clusters, users, contexts, currentContext } = load(source);
    this.#clock = clock;
    const context = contexts.find(({ name }) => name === currentContext);
    const cluster = clusters.find(({ name }) => name === context?.cluster);
    if (cluster === undefined || !URL.canParse(cluster.server)) {
      throw new KubeconfigError(
        `The kubeconfig's context "${currentContext ?? ""}" names no cluster with a server URL; choose one of its contexts`,
      );
    }
    this.#cluster = cluster;
    this.server = new URL(cluster.server);
    this.proxyUrl = cluster.proxyUrl;
    const user = users.find(({ name }) => name === context?.user);
    this.#user = user;
    this.#isDynamic = user !== undefined && [user.exec, user.authProvider, user.certFile].some((part) => part != null);
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
    try {
      return await readCredentials(this.#cluster, this.#user);
    } catch (error) {
      const kind = error instanceof Error ? error.name : "unknown error";
      throw new KubeconfigError(
        `The credentials of the kubeconfig's user cannot be used (${kind}); check its files and its exec plugin`,
      );
    }
  }
}
