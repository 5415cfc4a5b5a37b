import { createHash } from "node:crypto";
import type { ContainerFile, Engine } from "../../engine/engine.ts";
import { bootFolder } from "../boot-archive.ts";

const path = `${bootFolder}/data.sha256`;

/** The file by which a container knows the data that it boots from, without containing it. Pure. */
export function dataMark(bootstrapData: string): ContainerFile {
  return { path, content: hashOf(bootstrapData) };
}

/** Whether a container boots from this data, whose secrets are then all that its output may have. */
export async function isBootedFrom(
  engine: Engine,
  container: string,
  bootstrapData: string | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  if (bootstrapData === undefined) return false;
  return (await engine.readFile(container, path, signal)) === hashOf(bootstrapData);
}

function hashOf(bootstrapData: string): string {
  return createHash("sha256").update(bootstrapData).digest("hex");
}
