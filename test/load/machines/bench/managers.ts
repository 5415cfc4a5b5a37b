import { writeFile } from "node:fs/promises";
import path from "node:path";
import { type Client, installCRDs } from "@capstan/runtime";
import { GoManager, upstreamCRDs } from "@capstan/testkit";
import { type managerCommands, ManagerProcess } from "../../../e2e/manager-process.ts";
import { startGoBootstrapManager } from "@capstan/harness/go";
import { childProcesses } from "./process-usage.ts";
import { type BenchServer, profileFlags } from "./server.ts";

/** The managers to run: Capstan's, or the Go core and kubeadm bootstrap managers with Capstan's mock infrastructure. */
export type Peer = "capstan" | "go";

/** The managers, each in a separate process. */
export interface BenchManagers {
  /** Their processes, by name. */
  readonly processes: ReadonlyMap<string, number>;
  /** The products in their User-Agents. */
  readonly userAgents: readonly string[];
}

const mock = "capstan-infrastructure-mock";

export async function startManagers(
  peer: Peer,
  context: {
    readonly from: "sources" | "packages" | "images";
    readonly server: BenchServer;
    readonly client: Client;
    readonly folder: string;
    readonly closing: AsyncDisposableStack;
    /** Default: Machines are created as fast as the processors allow. */
    readonly coreFlags?: readonly string[];
  },
): Promise<BenchManagers> {
  const { from, server, client, folder, closing, coreFlags = ["--machine-creation-rate=0"] } = context;
  const kubeconfig = path.join(folder, "kubeconfig");
  await writeFile(kubeconfig, server.kubeconfig, { mode: 0o600 });
  const start = async (name: keyof typeof managerCommands, ...flags: string[]): Promise<[string, number]> => {
    // The bench measures the cost, not the delays by the defaults of Cluster API.
    const argv = [
      "--kubeconfig",
      kubeconfig,
      "--install",
      "--kube-api-qps=-1",
      "--clustercache-client-qps=-1",
      ...flags,
    ];
    const manager = closing.use(new ManagerProcess(name, argv, { nodeFlags: profileFlags(), from }));
    // A profile is written only at a clean end.
    closing.defer(() => manager.end("SIGTERM"));
    await manager.prints(/The manager is running/);
    return [name, manager.pid];
  };
  const infrastructure = await start(mock, "--in-memory");
  if (peer === "capstan") {
    const others = [await start("capstan-core", ...coreFlags), await start("capstan-bootstrap-kubeadm")];
    const processes = new Map([...others, infrastructure]);
    return { processes, userAgents: [...processes.keys()] };
  }
  if (server.real === undefined) throw new Error("The Go managers need the real server: --server real");
  await installCRDs(client, upstreamCRDs("bootstrap"), { timeoutMs: 120_000 });
  closing.use(await GoManager.start(server.real, "core"));
  closing.use(await startGoBootstrapManager(server.real, "default"));
  const children = childProcesses();
  const go = ["core-manager", "kubeadm-bootstrap-manager"];
  const processes = new Map([...go.map((name): [string, number] => [name, children.get(name) ?? 0]), infrastructure]);
  return { processes, userAgents: [...processes.keys()] };
}
