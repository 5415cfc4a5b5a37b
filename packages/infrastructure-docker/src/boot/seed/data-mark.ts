import { createHash } from "node:crypto";
import type { ContainerFile, Engine } from "../../engine/engine.ts";
import { bootFolder } from "../boot-archive.ts";

const path = `${bootFolder}/data.sha256`;

/** The file by which a container knows the data that it boots from, without containing it. Pure. */
export function dataMark(bootstrapData: string): ContainerFile {
  return { path, content: hashOf(bootstrapData) };
}

/**
 * Whether a container boots from this data, whose secrets are then all that its output may have; or from data that has changed since, or
 * that is not known, because there is no data, or the container has no mark.
 */
export async function bootedFrom(
  engine: Engine,
  container: string,
  bootstrapData: string | undefined,
  signal: AbortSignal,
): Promise<"changed" | "this" | "unknown"> {
  const mark = bootstrapData === undefined ? undefined : await engine.readFile(container, path, signal);
  if (bootstrapData === undefined || mark === undefined) return "unknown";
  return mark === hashOf(bootstrapData) ? "this" : "changed";
}

function hashOf(bootstrapData: string): string {
  return createHash("sha256").update(bootstrapData).digest("hex");
}
