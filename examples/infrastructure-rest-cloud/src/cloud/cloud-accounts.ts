import type { Clock, DeepReadonly } from "@capstan/provider";
import type { RestClusterObject } from "../api/rest-cluster.ts";
import { Pacer } from "./pacer.ts";
import { RestCloud } from "./rest-cloud.ts";

/** The part of a scope that opening the cloud needs; the Secret is in the namespace of the asking object. */
interface Surroundings {
  readonly secret: (name: string) => Promise<Readonly<Record<string, string>> | undefined>;
  readonly clock: Clock;
}

/** Access to the cloud, or why it is not available (yet). */
export type Access =
  { readonly cloud: RestCloud } | { readonly reason: string; readonly message?: string; readonly retryAfterMs: number };

/** Opens the cloud with the credentials of a RestCluster, when it is the asker's turn. */
export class CloudAccounts {
  readonly #pacers = new Map<string, Pacer>();

  /** @param asker - uid of the object that is reconciled: its turn is kept. */
  async open(
    { spec }: DeepReadonly<RestClusterObject>,
    asker: string,
    { secret, clock }: Surroundings,
    signal: AbortSignal,
  ): Promise<Access> {
    // Read again each time: a token that was renewed is used at once.
    const token = (await secret(spec.credentialsSecretName))?.token?.trim();
    if (token === undefined) {
      const message = `Secret ${spec.credentialsSecretName} with key token is not there`;
      return { reason: "CredentialsNotFound", message, retryAfterMs: 10_000 };
    }
    const pacer = this.#pacers.get(spec.url) ?? new Pacer(clock);
    this.#pacers.set(spec.url, pacer);
    const retryAfterMs = pacer.waitMs(asker, spec.requestsPerSecond);
    if (retryAfterMs > 0) return { reason: "RateLimited", retryAfterMs };
    return { cloud: new RestCloud({ url: spec.url, token, pacer, signal }) };
  }
}
