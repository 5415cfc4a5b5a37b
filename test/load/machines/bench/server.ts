import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { RealApiServer } from "@capstan/testkit";
import { childProcesses } from "./process-usage.ts";
import { productOf, RequestTally, resourceOf, type ServedRequests } from "./served-requests.ts";

export type BenchServerName = "embedded" | "real";

/** An API server in separate processes. */
export interface BenchServer extends AsyncDisposable {
  readonly kubeconfig: string;
  /** Its processes, by name. */
  readonly processes: ReadonlyMap<string, number>;
  /** All completed requests so far, of any client. */
  requests(): Promise<readonly ServedRequests[]>;
  /** For features of the real server only. */
  readonly real?: RealApiServer;
}

export function startServer(name: BenchServerName, options: { readonly rbac?: boolean } = {}): Promise<BenchServer> {
  return name === "embedded" ? startEmbedded() : startReal(options);
}

async function startEmbedded(): Promise<BenchServer> {
  const child = fork(path.join(import.meta.dirname, "embedded-server.ts"), {
    execArgv: ["--conditions=source", ...profileFlags()],
  });
  const { kubeconfig } = (await answer(child)) as { kubeconfig: string };
  return {
    kubeconfig,
    processes: new Map([["apiserver", child.pid ?? 0]]),
    requests: async () => {
      const answered = answer(child);
      child.send("requests");
      return ((await answered) as { requests: ServedRequests[] }).requests;
    },
    [Symbol.asyncDispose]: async () => {
      const gone = once(child, "exit");
      child.kill("SIGTERM");
      await gone;
    },
  };
}

async function answer(child: ChildProcess): Promise<unknown> {
  const [message] = (await once(child, "message")) as [unknown];
  return message;
}

async function startReal({ rbac = false }: { readonly rbac?: boolean }): Promise<BenchServer> {
  const server = await RealApiServer.start({ controllerManager: true, audit: true, rbac });
  const children = childProcesses();
  const names = ["kube-apiserver", "etcd", "kube-controller-manager"] as const;
  return {
    kubeconfig: server.kubeconfig,
    real: server,
    processes: new Map(names.map((name) => [name === "kube-apiserver" ? "apiserver" : name, children.get(name) ?? 0])),
    requests: () => Promise.resolve(auditedRequests(server)),
    [Symbol.asyncDispose]: () => server.stop(),
  };
}

/** A long-running request, such as a watch, has two entries and counts once. */
function auditedRequests(server: RealApiServer): readonly ServedRequests[] {
  const byId = new Map(server.auditEntries().map((entry) => [entry.auditID, entry]));
  const tally = new RequestTally();
  for (const { userAgent = "", verb, objectRef, responseStatus } of byId.values()) {
    const { resource = "", subresource = "" } = objectRef ?? {};
    const status = responseStatus?.code ?? 0;
    tally.add({ manager: productOf(userAgent), verb, resource: resourceOf(resource, subresource), status });
  }
  return tally.entries();
}

/** For `CAPSTAN_BENCH_PROFILE=<folder>`: each process writes a CPU profile there at its end. */
export function profileFlags(): string[] {
  const folder = process.env.CAPSTAN_BENCH_PROFILE ?? "";
  return folder === "" ? [] : ["--cpu-prof", `--cpu-prof-dir=${folder}`];
}
