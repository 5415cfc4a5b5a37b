import { createSecureContext } from "node:tls";
import type { Cluster } from "@kubernetes/client-node";
import type { Clock } from "../clock/clock.ts";
import { KubeconfigError } from "../errors/runtime-errors.ts";
import { type Credentials, readCredentials } from "./credentials.ts";
import type { KubeconfigChoice } from "./kubeconfig-choice.ts";
import type { KubeconfigUser } from "./kubeconfig-user.ts";

/** Token files rotate on disk and exec plugins know the expiry of what they gave: both are asked again this often. */
const refreshAfterMs = 60_000;

/** The cluster and user of a kubeconfig context: where the server is, and credentials that stay current. */
export class ClusterAccess {
  readonly server: URL;
  readonly proxyUrl: string | undefined;
  readonly #cluster: Cluster;
  readonly #user: KubeconfigUser | undefined;
  readonly #clock: Clock;
  /** Whether credentials come from a plugin, provider or file, and so may change while we run. */
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

  /** @param isRejected - the server did not accept the last ones (401). */
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
   * A file that is being replaced may be missing for a moment, cut off, or the certificate of another key: what was read last is used
   * as long as it is accepted.
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
