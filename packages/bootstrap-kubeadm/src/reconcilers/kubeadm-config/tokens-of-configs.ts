import { ensureToken, refreshToken, type TokenOptions, tokenCheckInterval } from "../../tokens/ensure-token.ts";
import { type PoolToken, ensurePoolToken } from "../../tokens/pool-token.ts";
import { RecentLooks } from "../../tokens/recent-looks.ts";
import { type KubeadmScope, type PoolScope, namespaceOf } from "./kubeadm-scope.ts";
import { withWorkload } from "./with-workload.ts";

/** The bootstrap tokens of configs, in their workload clusters. */
export class TokensOfConfigs {
  /** Life of a token, in milliseconds. */
  ttlMs: number;
  readonly #looks = new RecentLooks();

  constructor(ttlMs: number) {
    this.ttlMs = ttlMs;
  }

  /** How often to check a token, in milliseconds. */
  get checkIntervalMs(): number {
    return tokenCheckInterval(this.ttlMs);
  }

  /** The token of a config, created or existing. */
  async ensure(scope: KubeadmScope, signal: AbortSignal): Promise<string> {
    const options = this.#optionsFor(scope);
    const token = await withWorkload(scope, (workload) => ensureToken(workload, options, signal));
    this.#looks.note(options.uid, options);
    return token;
  }

  /**
   * Keeps a machine's token alive. A token that was checked a moment ago costs no request.
   *
   * @returns milliseconds until the next check; undefined if the token is missing.
   */
  async refresh(scope: KubeadmScope, signal: AbortSignal): Promise<number | undefined> {
    const options = this.#optionsFor(scope);
    const nextLookMs = this.#looks.nextLookMs(options.uid, options);
    if (nextLookMs !== undefined) return nextLookMs;
    const alive = await withWorkload(scope, (workload) => refreshToken(workload, options, signal));
    if (!alive) return undefined;
    this.#looks.note(options.uid, options);
    return this.checkIntervalMs;
  }

  /**
   * The token for machines that are added to a pool.
   *
   * @param data - the data that the pool's machines boot with now.
   * @returns `nextLookMs`, the milliseconds until the next check, if the token was checked a moment ago.
   */
  async ofPool(
    scope: PoolScope,
    data: string | undefined,
    signal: AbortSignal,
  ): Promise<PoolToken | { readonly nextLookMs: number }> {
    const options = this.#optionsFor(scope);
    const nextLookMs = data === undefined ? undefined : this.#looks.nextLookMs(options.uid, options);
    if (nextLookMs !== undefined) return { nextLookMs };
    const { spec, status } = scope.machinePool;
    const hasAllNodes = (status?.nodeRefs ?? []).length === (spec.replicas ?? 1);
    const token = await withWorkload(scope, (workload) =>
      ensurePoolToken(workload, { ...options, data: data ?? "", hasAllNodes }, signal),
    );
    // A token that is not in the data yet is checked until it is.
    if (token.isInData) this.#looks.note(options.uid, options);
    return token;
  }

  #optionsFor(scope: KubeadmScope): TokenOptions {
    const { name, uid } = scope.object.metadata;
    return { uid, owner: `${namespaceOf(scope)}/${name}`, now: scope.clock.now(), ttlMs: this.ttlMs };
  }
}
