import { spawn, spawnSync } from "node:child_process";
import path from "node:path";
import process from "node:process";
import { installedIn } from "../adapters/installed.ts";
import { MeasuredPeer } from "./measured-peer.ts";
import { install, type NpmPackage } from "./npm-packages.ts";

/** A measured client library. */
export interface Peer {
  readonly name: string;
  readonly what: string;
  /** Whether a queue combines the changes of one object. */
  readonly combines: boolean;
  readonly isGo: boolean;
  /** The packages to install for it. */
  readonly needs?: NpmPackage;
}

const inNode = { combines: false, isGo: false };
const inGo = { combines: false, isGo: true };

export const peers: readonly Peer[] = [
  { ...inNode, name: "capstan", what: "Capstan: cache with a listener" },
  { ...inNode, name: "capstan-controller", what: "Capstan: controller, one worker", combines: true },
  { ...inNode, name: "client-node", what: "@kubernetes/client-node: informer, restarted after errors" },
  {
    ...inNode,
    name: "fluent-client",
    what: "kubernetes-fluent-client: watch, which keeps what it lists",
    needs: {
      name: "kubernetes-fluent-client",
      version: "3.11.11",
      // For its code generator, which is unused here: registries that only have current versions lack 25.0.0.
      overrides: { "quicktype-core": "25.1.0" },
    },
  },
  {
    ...inNode,
    name: "dot-i",
    what: "@dot-i/k8s-operator: watch, which keeps nothing",
    needs: { name: "@dot-i/k8s-operator", version: "1.3.9" },
  },
  { ...inGo, name: "go-typed", what: "controller-runtime: cache with a handler, typed" },
  { ...inGo, name: "go-unstructured", what: "controller-runtime: cache, unstructured" },
  { ...inGo, name: "go-controller", what: "controller-runtime: controller, one worker, typed", combines: true },
];

const here = import.meta.dirname;
const goBinaryIn = (tools: string): string => path.join(tools, "go-peers");

/**
 * Builds and installs the dependencies of the peers in the folder `tools`.
 * @returns the peers that cannot run here, with the reason.
 */
export function makeReady(chosen: readonly Peer[], tools: string): ReadonlyMap<Peer, string> {
  const whyNoGo = chosen.some(({ isGo }) => isGo) ? buildGoPeers(goBinaryIn(tools)) : undefined;
  const reasons = chosen.map((peer): readonly [Peer, string | undefined] => {
    if (peer.isGo) return [peer, whyNoGo];
    return [peer, peer.needs && install(peer.needs, path.join(tools, peer.name))];
  });
  return new Map(reasons.flatMap(([peer, reason]) => (reason === undefined ? [] : [[peer, reason] as const])));
}

function buildGoPeers(binary: string): string | undefined {
  const built = spawnSync("go", ["build", "-mod=readonly", "-o", binary, "."], {
    cwd: path.join(here, "../go"),
    encoding: "utf8",
  });
  if (built.error !== undefined) return `Go cannot be run: ${built.error.message}`;
  return built.status === 0 ? undefined : `go build failed: ${built.stderr.trim().split("\n").at(-1) ?? ""}`;
}

/**
 * Starts the process of a peer.
 * @param options - `tools`: the folder of its installation.
 */
export function startPeer(
  peer: Peer,
  options: { readonly tools: string; readonly kubeconfig: string; readonly namespace: string },
): Promise<MeasuredPeer> {
  const { tools, kubeconfig, namespace } = options;
  const script = path.join(here, "../measured/measured-process.ts");
  const [program, args] = peer.isGo
    ? [goBinaryIn(tools), []]
    : [process.execPath, ["--expose-gc", "--conditions=source", "--disable-warning=ExperimentalWarning", script]];
  const child = spawn(program, [...args, peer.name, kubeconfig, namespace], {
    stdio: ["pipe", "pipe", "ignore"],
    env: { ...process.env, KUBECONFIG: kubeconfig, [installedIn]: path.join(tools, peer.name) },
  });
  return MeasuredPeer.of(child);
}
