import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ContractVersion, CustomResourceDefinition, ResourceKind } from "@capstan/contract";
import { defineKind } from "@capstan/runtime";
import { generateManifests, type GoManagementCluster, type InstalledProvider } from "@capstan/harness/go";
import { LoopbackWebhooks } from "./loopback-webhooks.ts";
import { ProviderProcess } from "./provider-process.ts";

const root = path.resolve(import.meta.dirname, "../../..");

const examples = {
  "bootstrap-shell": "src/api/shell-config.ts",
  "infrastructure-rest-cloud": "src/api/definitions.ts",
} as const;
type Example = keyof typeof examples;

/**
 * The example providers as processes with the permissions of their generated roles: unchanged, or as variants that declare a single
 * contract, with kinds in separate API groups.
 */
export class ExamplePair implements AsyncDisposable {
  readonly bootstrap: InstalledProvider;
  readonly infrastructure: InstalledProvider;
  readonly crds: readonly CustomResourceDefinition[];
  readonly #processes: readonly ProviderProcess[];
  readonly #closing: AsyncDisposableStack;

  private constructor(
    parts: Pick<ExamplePair, "bootstrap" | "infrastructure" | "crds">,
    processes: readonly ProviderProcess[],
    closing: AsyncDisposableStack,
  ) {
    this.bootstrap = parts.bootstrap;
    this.infrastructure = parts.infrastructure;
    this.crds = parts.crds;
    this.#processes = processes;
    this.#closing = closing;
  }

  static async start(management: GoManagementCluster, contract?: ContractVersion): Promise<ExamplePair> {
    const closing = new AsyncDisposableStack();
    const start = async (example: Example) => {
      const folder = contract === undefined ? path.join(root, "examples", example) : await variant(example, contract);
      if (contract !== undefined) closing.defer(() => rm(folder, { recursive: true }));
      const name = `${example.replace(/^\w+-/, "")}${contract === undefined ? "" : `-${contract}`}`;
      const manifests = await generateManifests(path.join(folder, examples[example]), name);
      const provider = await management.install(manifests);
      const certificates = await mkdtemp(path.join(tmpdir(), "serving-certs-"));
      closing.defer(() => rm(certificates, { recursive: true }));
      const webhooks = await LoopbackWebhooks.prepare(path.join(certificates, "pair"));
      const toRun = { ...provider, arguments: webhooks.argumentsOf(provider.arguments) };
      const process = closing.use(new ProviderProcess(path.join(folder, "src/main.ts"), toRun));
      const hasWebhooks = LoopbackWebhooks.areServedWith(provider.arguments);
      if (hasWebhooks) await webhooks.wire(management.client, `${example.replace(/-.*/, "")}-${name}`, process);
      return { provider, process, crds: manifests.crds };
    };
    try {
      const bootstrap = await start("bootstrap-shell");
      const infrastructure = await start("infrastructure-rest-cloud");
      const crds = [...bootstrap.crds, ...infrastructure.crds];
      const parts = { bootstrap: bootstrap.provider, infrastructure: infrastructure.provider, crds };
      return new ExamplePair(parts, [bootstrap.process, infrastructure.process], closing);
    } catch (error) {
      await closing.disposeAsync();
      throw error;
    }
  }

  get installed(): readonly InstalledProvider[] {
    return [this.bootstrap, this.infrastructure];
  }

  /** The output of the processes, for the message of a failing test. */
  get output(): string {
    return this.#processes.map(({ output }) => output).join("\n");
  }

  get running(): boolean {
    return this.#processes.every(({ running }) => running);
  }

  /** The kind with this name in the CRDs. */
  kind(name: string): ResourceKind {
    const crd = this.crds.find(({ spec }) => spec.names.kind === name);
    if (crd === undefined) throw new Error(`The example providers have no kind ${name}.`);
    const { group, names, versions } = crd.spec;
    return defineKind({
      group,
      version: versions.find(({ storage }) => storage)?.name ?? "",
      kind: name,
      plural: names.plural,
      namespaced: true,
    });
  }

  /** The distinct contract labels of all CRDs, for example `cluster.x-k8s.io/v1beta1`. */
  get contractLabels(): string[] {
    const all = this.crds.flatMap(({ metadata }) => Object.keys(metadata.labels ?? {}));
    return [...new Set(all.filter((label) => /^cluster\.x-k8s\.io\/v\d/.test(label)))];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#closing.disposeAsync();
  }
}

/** The same provider by an author who declares another contract, in a separate API group: a copy of its sources. */
async function variant(example: Example, contract: ContractVersion): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), `${example}-`));
  await cp(path.join(root, "examples", example, "src"), path.join(folder, "src"), { recursive: true });
  await cp(path.join(root, "examples", example, "package.json"), path.join(folder, "package.json"));
  await symlink(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  const group = `${example.replace(/-.*/, "")}.${contract}.example.com`;
  for (const name of await readdir(path.join(folder, "src"), { recursive: true })) {
    if (!name.endsWith(".ts")) continue;
    const file = path.join(folder, "src", name);
    await writeFile(file, declaring(contract, group, await readFile(file, "utf8")));
  }
  return folder;
}

function declaring(contract: ContractVersion, group: string, source: string): string {
  return source
    .replaceAll(/contract: ("\w+"|\[[^\]]*\])/g, `contract: "${contract}"`)
    .replaceAll(/(define\w+\(\{\s+kind: "\w+",)/g, `$1 group: "${group}",`)
    .replaceAll("status?.initialization?.provisioned", contract === "v1beta1" ? "status?.ready" : "$&");
}
