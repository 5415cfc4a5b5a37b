import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import process from "node:process";
import { isPlainObject } from "./engine-answers.ts";
import { type EngineAddress, type EngineSurroundings, type EngineTls, usualAddresses } from "./engine-address.ts";
import { EngineError } from "./engine-error.ts";

/** The machine that this process runs on. */
export function thisMachine(environment: EngineSurroundings["environment"] = process.env): EngineSurroundings {
  return { environment, home: environment.HOME ?? homedir(), platform: process.platform, uid: process.getuid?.() };
}

/**
 * Where an engine may listen, as the docker command finds it: `DOCKER_HOST`; otherwise the context of `DOCKER_CONTEXT` or of the
 * configuration; otherwise the usual sockets.
 *
 * @returns one address that a user chose, or several to try in this order.
 * @throws {@link EngineError} the chosen context does not exist, or cannot be read.
 */
export async function locateEngine(surroundings: EngineSurroundings): Promise<readonly EngineAddress[]> {
  const { environment, home } = surroundings;
  const { DOCKER_HOST, DOCKER_CERT_PATH, DOCKER_TLS_VERIFY, DOCKER_CONTEXT, DOCKER_CONFIG } = environment;
  if (DOCKER_HOST) {
    const isTls = DOCKER_TLS_VERIFY !== undefined && DOCKER_TLS_VERIFY !== "";
    const tls = isTls ? await tlsIn(DOCKER_CERT_PATH ?? path.join(home, ".docker")) : undefined;
    return [{ host: DOCKER_HOST, from: "DOCKER_HOST", ...(tls === undefined ? {} : { tls }) }];
  }
  const folder = DOCKER_CONFIG === undefined || DOCKER_CONFIG === "" ? path.join(home, ".docker") : DOCKER_CONFIG;
  const context = DOCKER_CONTEXT || (await currentContext(folder));
  if (context !== undefined && context !== "default") return [await addressOfContext(folder, context)];
  return usualAddresses(surroundings);
}

async function currentContext(folder: string): Promise<string | undefined> {
  const { currentContext: name } = (await readJson(path.join(folder, "config.json"))) ?? {};
  return typeof name === "string" && name !== "" ? name : undefined;
}

/** Docker stores a context below the SHA-256 hash of its name. */
async function addressOfContext(folder: string, name: string): Promise<EngineAddress> {
  const id = createHash("sha256").update(name).digest("hex");
  const file = path.join(folder, "contexts", "meta", id, "meta.json");
  const { Endpoints: endpoints } = (await readJson(file)) ?? {};
  const docker = isPlainObject(endpoints) ? endpoints.docker : undefined;
  const host = isPlainObject(docker) ? docker.Host : undefined;
  if (typeof host !== "string" || host === "") {
    throw new EngineError(
      "EngineNotFound",
      `The docker context ${name} has no address in ${file}; choose another with docker context use, or set DOCKER_HOST`,
    );
  }
  const tls = await tlsIn(path.join(folder, "contexts", "tls", id, "docker"));
  return { host, from: `the docker context ${name}`, ...(tls === undefined ? {} : { tls }) };
}

async function tlsIn(folder: string): Promise<EngineTls | undefined> {
  const [ca, cert, key] = await Promise.all(
    ["ca.pem", "cert.pem", "key.pem"].map((name) => textOf(path.join(folder, name))),
  );
  if (ca === undefined && cert === undefined && key === undefined) return undefined;
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  };
}

async function readJson(file: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  const text = await textOf(file);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) ? value : undefined;
  } catch (cause) {
    throw new EngineError("EngineNotFound", `${file} is not JSON; repair it, or set DOCKER_HOST`, { cause });
  }
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR"))
      return undefined;
    throw new EngineError("EngineAccessDenied", `${file} cannot be read; repair its permissions, or set DOCKER_HOST`, {
      cause: error,
    });
  }
}
