import path from "node:path";
import { generateManifests, type GoManagementCluster, type InstalledProvider } from "@capstan/harness/go";
import { expect } from "vitest";
import type { ProviderRelease } from "../clusterctl/local-repository.ts";
import { ProviderProcess } from "../go-core/provider-process.ts";

const examples = path.resolve(import.meta.dirname, "../../../examples");
const version = "v0.1.0";

/** Releases of the example providers for managed control planes and pools. */
export const poolReleases: readonly ProviderRelease[] = [
  {
    type: "control-plane",
    name: "managed",
    version,
    from: path.join(examples, "control-plane-managed/src/api/managed-control-plane.ts"),
  },
  {
    type: "infrastructure",
    name: "autoscaling-group",
    version,
    from: path.join(examples, "infrastructure-autoscaling-group/src/api/definitions.ts"),
  },
];

/** Both alongside the Go core, each as a process with the permissions of its generated role. */
export class PoolProviders implements AsyncDisposable {
  readonly installed: readonly InstalledProvider[];
  readonly #management: GoManagementCluster;
  readonly #processes: readonly ProviderProcess[];

  private constructor(
    management: GoManagementCluster,
    installed: readonly InstalledProvider[],
    processes: readonly ProviderProcess[],
  ) {
    this.#management = management;
    this.installed = installed;
    this.#processes = processes;
  }

  /** @param withCRDs - false if clusterctl has installed them. Default: true. */
  static async start(management: GoManagementCluster, { withCRDs = true } = {}): Promise<PoolProviders> {
    const installed: InstalledProvider[] = [];
    const processes: ProviderProcess[] = [];
    for (const { type, name, from } of poolReleases) {
      const provider = await management.install(await generateManifests(from, name), { withCRDs });
      installed.push(provider);
      processes.push(new ProviderProcess(path.join(examples, `${type}-${name}`, "src/main.ts"), provider));
    }
    return new PoolProviders(management, installed, processes);
  }

  /** Their output, for the message of a failing test. */
  get output(): string {
    return this.#processes.map(({ output }) => output).join("\n");
  }

  /** The total number of writes of both. */
  get writes(): number {
    return this.installed.flatMap(({ user }) => this.#writesOf(user)).length;
  }

  /** Both have written, no request of them or the core was forbidden, and no write left its object unchanged. */
  expectCleanLog(): void {
    expect(this.installed).not.toEqual([]);
    for (const { user } of this.installed) {
      expect(this.#writesOf(user), user).not.toEqual([]);
      expect(this.#management.unchangedBy(user), `written by ${user} without a change`).toEqual([]);
    }
    for (const user of [...this.installed.map((provider) => provider.user), this.#management.core.user]) {
      expect(this.#management.refusalsOf(user), user).toBe("");
    }
  }

  /** Leases are renewed every few seconds. */
  #writesOf(user: string) {
    return this.#management.writesOf(user).filter(({ objectRef }) => objectRef?.resource !== "leases");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const process of this.#processes) await process[Symbol.asyncDispose]();
  }
}
