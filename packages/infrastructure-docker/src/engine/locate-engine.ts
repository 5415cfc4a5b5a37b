import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import process from "node:process";
import { isJsonObject, type JsonObject, optional, textAt } from "@capstan/kube";
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
  const chosen = unlessEmpty(DOCKER_HOST);
  if (chosen !== undefined) {
    const isTls = unlessEmpty(DOCKER_TLS_VERIFY) !== undefined;
    const folder = unlessEmpty(DOCKER_CERT_PATH) ?? path.join(home, ".docker");
    return [{ host: chosen, from: "DOCKER_HOST", ...optional("tls", isTls ? await tlsIn(folder) : undefined) }];
  }
  const folder = unlessEmpty(DOCKER_CONFIG) ?? path.join(home, ".docker");
  const context = unlessEmpty(DOCKER_CONTEXT) ?? (await currentContext(folder));
  if (context !== undefined && context !== "default") return [await addressOfContext(folder, context)];
  return usualAddresses(surroundings);
}

/** The value of an environment variable; an empty one counts as unset. */
function unlessEmpty(value: string | undefined): string | undefined {
  return value === "" ? undefined : value;
}

async function currentContext(folder: string): Promise<string | undefined> {
  const name = textAt(await readJson(path.join(folder, "config.json")), "currentContext");
  return name === "" ? undefined : name;
}

/** Docker stores a context below the SHA-256 hash of its name. */
async function addressOfContext(folder: string, name: string): Promise<EngineAddress> {
  const id = createHash("sha256").update(name).digest("hex");
  const file = path.join(folder, "contexts", "meta", id, "meta.json");
  const host = textAt(await readJson(file), "Endpoints", "docker", "Host");
  if (host === undefined || host === "") {
    throw new EngineError(
      "EngineNotFound",
      `The docker context ${name} has no address in ${file}; choose another with docker context use, or set DOCKER_HOST`,
    );
  }
  const tls = await tlsIn(path.join(folder, "contexts", "tls", id, "docker"));
  return { host, from: `the docker context ${name}`, ...optional("tls", tls) };
}

async function tlsIn(folder: string): Promise<EngineTls | undefined> {
  const [ca, cert, key] = await Promise.all(
    ["ca.pem", "cert.pem", "key.pem"].map((name) => textOf(path.join(folder, name))),
  );
  if (ca === undefined && cert === undefined && key === undefined) return undefined;
  return { ...optional("ca", ca), ...optional("cert", cert), ...optional("key", key) };
}

async function readJson(file: string): Promise<JsonObject | undefined> {
  const text = await textOf(file);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
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
