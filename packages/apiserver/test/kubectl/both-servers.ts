import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { dump, load } from "js-yaml";
import { RealApiServer } from "@capstan/testkit";
import { ApiServer } from "../../src/index.ts";
import { Wire } from "../conformance/target.ts";
import { normalized } from "./normalized.ts";

const servers = ["real", "embedded"] as const;
type Server = (typeof servers)[number];

/** Admission plugins that set defaults; the embedded server does not have them. */
const withoutPlugins = "--disable-admission-plugins=DefaultTolerationSeconds,Priority,TaintNodesByCondition";

/** The result of a shell command. */
export interface Printed {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The real server and the embedded one, each with a shell in which kubectl uses that server. */
export class BothServers implements AsyncDisposable {
  readonly #folder = mkdtempSync(path.join(tmpdir(), "kubectl-both-"));
  readonly #assets: string;
  readonly #started: Readonly<Record<Server, RealApiServer | ApiServer>>;

  private constructor(assets: string, started: Readonly<Record<Server, RealApiServer | ApiServer>>) {
    this.#assets = assets;
    this.#started = started;
  }

  /** @param assets - the folder with kubectl, etcd and kube-apiserver. */
  static async start(assets: string): Promise<BothServers> {
    const [real, embedded] = await Promise.all([
      RealApiServer.start({ rbac: true, controllerManager: true, assets, apiServerFlags: [withoutPlugins] }),
      ApiServer.start(),
    ]);
    return new BothServers(assets, { real, embedded });
  }

  /** Creates a namespace with this name on both servers, in which {@link run} with that name works. */
  async openNamespace(name: string): Promise<void> {
    for (const server of servers) {
      const { kubeconfig } = this.#started[server];
      await new Wire(kubeconfig).post("/api/v1/namespaces", { metadata: { name } });
      mkdirSync(this.#folderOf(server, name));
      writeFileSync(this.#kubeconfigOf(server, name), inNamespace(kubeconfig, name), { mode: 0o600 });
    }
  }

  /** Runs a shell command against both servers, and replaces the variable parts of its output. */
  async run(namespace: string, line: string): Promise<Readonly<Record<Server, Printed>>> {
    const [real, embedded] = await Promise.all(servers.map((server) => this.#runOn(server, namespace, line)));
    if (real === undefined || embedded === undefined) throw new Error("There are two servers.");
    return { real, embedded };
  }

  async #runOn(server: Server, namespace: string, line: string): Promise<Printed> {
    const env = {
      ...process.env,
      PATH: `${this.#assets}:${process.env.PATH ?? ""}`,
      KUBECONFIG: this.#kubeconfigOf(server, namespace),
      // A shared cache would be renewed at different moments on each server.
      KUBECACHEDIR: path.join(this.#folder, `${server}-${namespace}-cache`),
    };
    const child = spawn("bash", ["-c", line], {
      env,
      cwd: this.#folderOf(server, namespace),
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [stdout, stderr, code] = await Promise.all([
      child.stdout.setEncoding("utf8").toArray(),
      child.stderr.setEncoding("utf8").toArray(),
      new Promise<number | null>((resolve) => child.on("close", resolve)),
    ]);
    const { url } = this.#started[server];
    const shown = (chunks: readonly string[]): string => normalized(chunks.join("").replaceAll(url, "https://server"));
    return { code, stdout: shown(stdout as string[]), stderr: shown(stderr as string[]) };
  }

  /** The directory in which the commands of a namespace run. */
  #folderOf(server: Server, namespace: string): string {
    return path.join(this.#folder, `${server}-${namespace}`);
  }

  #kubeconfigOf(server: Server, namespace: string): string {
    return path.join(this.#folder, `${server}-${namespace}.kubeconfig`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    rmSync(this.#folder, { recursive: true, force: true });
    await Promise.all(Object.values(this.#started).map((server) => server[Symbol.asyncDispose]()));
  }
}

/** A kubeconfig whose only context has this namespace. */
function inNamespace(kubeconfig: string, namespace: string): string {
  const { contexts, ...rest } = load(kubeconfig) as { contexts: { name: string; context: object }[] };
  return dump({
    ...rest,
    contexts: contexts.map(({ name, context }) => ({ name, context: { ...context, namespace } })),
  });
}
