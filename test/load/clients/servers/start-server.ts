import type { MeasuredServer, ServerNeeds } from "./measured-server.ts";

export type ServerName = "real" | "embedded";

/** Loads only the requested server: each takes a second or more. */
export async function startServer(name: ServerName, needs: ServerNeeds): Promise<MeasuredServer> {
  if (name === "embedded") return (await import("./embedded.ts")).startEmbedded();
  return (await import("./real.ts")).startReal(needs);
}
