import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { type Engine, openEngine } from "@capstan/infrastructure-docker";
import { systemClock } from "@capstan/provider";

/** The folder with a node image and an engine to run it, as the README describes it. */
export const assets = process.env.CAPSTAN_NODE_IMAGE_ASSETS ?? "";

/** A container engine with the node image. */
export interface RealEngine extends AsyncDisposable {
  readonly engine: Engine;
  readonly image: string;
  /** The version of Kubernetes in the image: `v1.36.0`. */
  readonly version: string;
}

/** Starts the engine of the assets on a socket of its own. */
export async function startRealEngine(): Promise<RealEngine> {
  const closing = new AsyncDisposableStack();
  const folder = closing.use(await mkdtempDisposable(path.join(tmpdir(), "engine-")));
  const socket = path.join(folder.path, "engine.sock");
  const child = spawn(path.join(assets, "engine"), [socket], { stdio: ["ignore", "ignore", "pipe"] });
  closing.defer(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill();
    await ended;
  });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const engine = openEngine({
    environment: { DOCKER_HOST: `unix://${socket}` },
    home: folder.path,
    platform: process.platform,
    uid: process.getuid?.(),
  });
  while (!(await answers(engine))) {
    if (child.exitCode !== null) throw new Error(`The engine has ended: ${errors}`);
    await systemClock.sleep(200);
  }
  const version = (await readFile(path.join(assets, "version"), "utf8")).trim();
  return {
    engine,
    version,
    image: `localhost/capstan-node:${version}`,
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

async function answers(engine: Engine): Promise<boolean> {
  try {
    await engine.info(AbortSignal.timeout(10_000));
    return true;
  } catch {
    return false;
  }
}
