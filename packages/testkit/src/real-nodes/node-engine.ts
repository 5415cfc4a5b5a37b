import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposable, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { type Engine, openEngine } from "@capstan/infrastructure-docker";
import { systemClock } from "@capstan/runtime";
import { ProgramError } from "../real/program-error.ts";

/** The images of real Nodes. */
export interface NodeImages {
  /** The version of Kubernetes in the node image: `v1.36.1`. */
  readonly version: string;
  /** Image of the machines. Default: kindest/node of the version. */
  readonly node?: string;
  /** Image of the load balancer. Default: that of DockerClusters. */
  readonly loadBalancer?: string;
}

/** A container engine and its node image, until it is disposed. */
export interface NodeEngine extends AsyncDisposable {
  /** The engine. */
  readonly engine: Engine;
  /** Variables with which programs find it, such as DOCKER_HOST. */
  readonly environment: Readonly<Record<string, string>>;
  /** The images of Nodes. */
  readonly images: NodeImages;
}

/** The images of an engine of the user, unless the test names others. */
const published: NodeImages = { version: "v1.36.1" };

/** Time limit for the question whether an engine of the user answers, in milliseconds. */
const pingMs = 10_000;
/** The same for an engine that has just started, which takes several seconds on a busy machine. */
const firstPingMs = 60_000;

/**
 * The engine of the folder that CAPSTAN_NODE_IMAGE_ASSETS names, otherwise Docker or Podman as the docker command finds them.
 *
 * @param images - Default: the image of the folder, otherwise kindest/node.
 * @throws EngineError no engine answers.
 * @throws ProgramError the engine of the folder has ended.
 *
 * @example
 * <!-- no-run: needs a container engine -->
 * ```ts
 * import { openNodeEngine } from "@capstan/testkit/real-nodes";
 *
 * await using opened = await openNodeEngine();
 * console.log(opened.images.version);
 * ```
 */
export async function openNodeEngine(images?: NodeImages): Promise<NodeEngine> {
  const assets = process.env.CAPSTAN_NODE_IMAGE_ASSETS ?? "";
  if (assets !== "") return startAssets(assets, images);
  const engine = openEngine();
  await engine.info(AbortSignal.timeout(pingMs));
  return { engine, environment: {}, images: images ?? published, [Symbol.asyncDispose]: () => Promise.resolve() };
}

/** Starts the engine of the folder on a socket of its own. */
async function startAssets(assets: string, images?: NodeImages): Promise<NodeEngine> {
  const closing = new AsyncDisposableStack();
  const folder = closing.use(await mkdtempDisposable(path.join(tmpdir(), "engine-")));
  const socket = path.join(folder.path, "engine.sock");
  const program = path.join(assets, "engine");
  const child = spawn(program, [socket], { stdio: ["ignore", "ignore", "pipe"] });
  closing.defer(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill();
    await ended;
  });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const environment = { DOCKER_HOST: `unix://${socket}` };
  const { platform } = process;
  const engine = openEngine({ environment, home: folder.path, platform, uid: process.getuid?.() });
  while (!(await answers(engine))) {
    if (child.exitCode !== null) throw new ProgramError(`The engine ${program} has ended: ${errors}`);
    await systemClock.sleep(200);
  }
  const version = (await readFile(path.join(assets, "version"), "utf8")).trim();
  const image = `localhost/capstan-node:${version}`;
  return {
    engine,
    environment,
    images: images ?? { version, node: image, loadBalancer: image },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

async function answers(engine: Engine): Promise<boolean> {
  try {
    await engine.info(AbortSignal.timeout(firstPingMs));
    return true;
  } catch {
    return false;
  }
}
