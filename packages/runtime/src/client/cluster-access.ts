import { createSecureContext } from "node:tls";
import type { Cluster } from "@kubernetes/client-node";
import type { Clock } from "../clock/clock.ts";
import { KubeconfigError } from "../errors/runtime-errors.ts";
import { type Credentials, readCredentials } from "./credentials.ts";
import type { KubeconfigChoice } from "./kubeconfig-choice.ts";
import type { KubeconfigUser } from "./kubeconfig-user.ts";

/** How long credentials are used before they are read again: token files rotate, and exec plugins know when their credentials expire. */
const refreshAfterMs = 60_000;

/** The server of a kubeconfig context, and its user's credentials, which stay current. */
export class ClusterAccess {
  readonly server: URL;
  readonly proxyUrl: string | undefined;
  readonly #cluster: Cluster;
  readonly #user: KubeconfigUser | undefined;
  readonly #clock: Clock;
  /** Whether credentials come from a plugin, provider or file, and so may change at run time. */
  readonly #isDynamic: boolean;
  #current: { readonly credentials: Promise<Credentials>; readonly atMs: number } | undefined;

  constructor({ cluster, user }: KubeconfigChoice, clock: Clock) {
    this.#clock = clock;
    this.#cluster = cluster;
    this.server = new URL(cluster.server);
    this.proxyUrl = cluster.proxyUrl === "" ? undefined : cluster.proxyUrl;
    this.#user = user;
    const sources = [cluster.caFile, user?.exec, user?.authProvider, user?.certFile];
    this.#isDynamic = sources.some((part) => part != null && part !== "");
  }

  /** @param isRejected - whether the server rejected the last credentials (401). */
  async credentials(isRejected = false): Promise<Credentials> {
    const current = this.#current;
    const ageMs = current === undefined ? Infinity : this.#clock.monotonic() - current.atMs;
    if (current !== undefined && (!this.#isDynamic || (ageMs < refreshAfterMs && !isRejected))) {
      return current.credentials;
    }
    const credentials = current === undefined ? this.#read() : this.#renew(current.credentials);
    this.#current = { credentials, atMs: this.#clock.monotonic() };
    credentials.catch(() => {
      this.#current = undefined;
    });
    return credentials;
  }

  /**
   * A file that is being replaced may be missing for a moment, truncated, or have the certificate of another key. In that case the last
   * credentials are used while the server accepts them.
   */
  async #renew(former: Promise<Credentials>): Promise<Credentials> {
    try {
      const next = await this.#read();
      if (next.tls.cert !== undefined) createSecureContext(next.tls);
      return next;
    } catch {
      return former;
    }
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
