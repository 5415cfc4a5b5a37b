import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { deleteUpstreamWebhooks } from "./delete-upstream-webhooks.ts";
import {
  type ConfiguredProvider,
  mockRelease,
  type ProviderRelease,
  writeLocalRepository,
  writeRelease,
} from "./local-repository.ts";

const assets = process.env.CAPSTAN_CLUSTER_API_ASSETS ?? "";

/** The unmodified clusterctl, with a local repository of the Go providers and some Capstan providers. */
export class Clusterctl implements AsyncDisposable {
  readonly #folder: string;
  readonly #configuration: string;
  readonly #releases: readonly ProviderRelease[];

  private constructor(folder: string, configuration: string, releases: readonly ProviderRelease[]) {
    this.#folder = folder;
    this.#configuration = configuration;
    this.#releases = releases;
  }

  /** @param releases - of Capstan providers; the releases of one provider are in order. Default: that of the mock provider. */
  static async open(releases: readonly ProviderRelease[] = [mockRelease]): Promise<Clusterctl> {
    const folder = await mkdtemp(path.join(tmpdir(), "clusterctl-"));
    const repository = path.join(folder, "repository");
    const first = new Map<string, ConfiguredProvider>();
    const last = new Map<string, ProviderRelease>();
    for (const release of releases) {
      const provider = `${release.type} ${release.name}`;
      const written = await writeRelease(repository, release, last.get(provider));
      last.set(provider, release);
      if (!first.has(provider)) first.set(provider, written);
    }
    return new Clusterctl(folder, await writeLocalRepository(repository, assets, [...first.values()]), releases);
  }

  /** Resolves with the path of a file with the kubeconfig. */
  async keep(name: string, kubeconfig: string): Promise<string> {
    const file = path.join(this.#folder, name);
    await writeFile(file, kubeconfig, { mode: 0o600 });
    return file;
  }

  /** Initializes a server without the upstream webhooks; resolves with the complete output. */
  async init(server: { readonly kubeconfig: string }, kubeconfig: string): Promise<string> {
    // The first release of each provider: later releases are for upgrades.
    const names = new Map(this.#releases.toReversed().map((release) => [`${release.type} ${release.name}`, release]));
    const ours = [...names.values()].map(({ type, name, version }) => `--${type}=${name}:${version}`);
    const printed = await this.run("init", ...ours, `--kubeconfig=${kubeconfig}`);
    await deleteUpstreamWebhooks(server);
    return printed;
  }

  /**
   * Moves a namespace; resolves with the complete output.
   * @param from - the path of an administrator's kubeconfig, like `to`.
   */
  move(namespace: string, from: string, to: string): Promise<string> {
    return this.run("move", "-n", namespace, `--kubeconfig=${from}`, `--to-kubeconfig=${to}`);
  }

  /** Runs clusterctl without a network; resolves with its complete output. */
  async run(...args: readonly string[]): Promise<string> {
    const env = {
      ...process.env,
      NO_COLOR: "1",
      CLUSTERCTL_DISABLE_VERSIONCHECK: "true",
      XDG_CONFIG_HOME: this.#folder,
    };
    const { stdout, stderr } = await promisify(execFile)(
      path.join(assets, "clusterctl"),
      [...args, `--config=${this.#configuration}`],
      { env },
    );
    return stdout + stderr;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#folder, { recursive: true });
  }
}
