import { spawn, spawnSync } from "node:child_process";
import path from "node:path";
import process from "node:process";
import { MeasuredPeer } from "./measured-peer.ts";

/** A client library that is measured. */
export interface Peer {
  readonly name: string;
  readonly what: string;
  /** Whether a queue combines the changes of one object. */
  readonly combines: boolean;
  readonly isGo: boolean;
}

export const peers: readonly Peer[] = [
  { name: "capstan", what: "Capstan: cache with a listener", combines: false, isGo: false },
  { name: "capstan-controller", what: "Capstan: controller, one worker", combines: true, isGo: false },
  {
    name: "client-node",
    what: "@kubernetes/client-node: informer, restarted after errors",
    combines: false,
    isGo: false,
  },
  { name: "go-typed", what: "controller-runtime: cache with a handler, typed", combines: false, isGo: true },
  { name: "go-unstructured", what: "controller-runtime: cache, unstructured", combines: false, isGo: true },
  { name: "go-controller", what: "controller-runtime: controller, one worker, typed", combines: true, isGo: true },
];

const here = import.meta.dirname;

/** Builds the Go peers. @returns why that is not possible. */
export function buildGoPeers(binary: string): string | undefined {
  const built = spawnSync("go", ["build", "-mod=readonly", "-o", binary, "."], {
    cwd: path.join(here, "go"),
    encoding: "utf8",
  });
  if (built.error !== undefined) return `Go cannot be run: ${built.error.message}`;
  return built.status === 0 ? undefined : `go build failed: ${built.stderr.trim().split("\n").at(-1) ?? ""}`;
}

/** Starts the process of a peer. */
export function startPeer(
  peer: Peer,
  options: { readonly goBinary: string; readonly kubeconfig: string; readonly namespace: string },
): Promise<MeasuredPeer> {
  const { goBinary, kubeconfig, namespace } = options;
  const script = path.join(here, "measured-process.ts");
  const [program, args] = peer.isGo
    ? [goBinary, []]
    : [process.execPath, ["--expose-gc", "--conditions=source", "--disable-warning=ExperimentalWarning", script]];
  const child = spawn(program, [...args, peer.name, kubeconfig, namespace], { stdio: ["pipe", "pipe", "ignore"] });
  return MeasuredPeer.of(child);
}
