import type { MeasuredServer, ServerNeeds } from "./measured-server.ts";

export type ServerName = "real" | "embedded";

/** Loads only the server that is asked for: each takes a second or more. */
export async function startServer(name: ServerName, needs: ServerNeeds): Promise<MeasuredServer> {
  if (name === "embedded") return (await import("./embedded.ts")).startEmbedded();
  return (await import("./real.ts")).startReal(needs);
}
