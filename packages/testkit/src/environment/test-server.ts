import { ApiServer } from "@capstan/apiserver";
import type { Clock } from "@capstan/runtime";
import { RealApiServer } from "../real/real-api-server.ts";

/** Which API server a test environment runs on; only the embedded one collects what a deleted owner leaves. */
export type ServerChoice = "embedded" | "real";

/** An API server that runs. */
export interface RunningServer {
  /** YAML, of an administrator. */
  readonly kubeconfig: string;
}

/** The management API server of a test environment. */
export interface TestServer extends RunningServer, AsyncDisposable {}

/**
 * Starts a server. The embedded one stamps objects by `clock`; the real one needs KUBEBUILDER_ASSETS, and takes real time.
 *
 * @throws ProgramError the real server's programs are missing or do not start.
 */
export function startTestServer(choice: ServerChoice, clock: Clock): Promise<TestServer> {
  return choice === "real" ? RealApiServer.start() : ApiServer.start({ clock });
}
