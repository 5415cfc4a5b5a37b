import type { Faults } from "@capstan/apiserver";
import type { ResourceKind } from "@capstan/contract";
import type { Clock } from "@capstan/runtime";
import type { RememberingServer } from "../life/stored-change.ts";
import { RealApiServer } from "../real/real-api-server.ts";
import { type Layer, preparedServer } from "./prepared-server.ts";

/** The API server of a test environment; only the embedded one garbage-collects dependents of deleted owners. */
export type ServerChoice = "embedded" | "real";

/** A running API server. */
export interface RunningServer extends RememberingServer {
  /** An administrator's kubeconfig, YAML. */
  readonly kubeconfig: string;
  /** The resourceVersion of a kind's last change, if known without a request. */
  lastChange?(kind: ResourceKind): string;
  /** Faults to inject on demand; set for the embedded server. */
  readonly faults?: Faults;
}

/** The management API server of a test environment. */
export interface TestServer extends RunningServer, AsyncDisposable {}

/**
 * Starts a server. The embedded one uses `clock` for timestamps, and has the CRDs of these layers from the start; servers of one process
 * share certificates. The real one needs KUBEBUILDER_ASSETS and takes real time; everyone may do everything on it unless `rbac` is true.
 *
 * @throws ProgramError the real server's programs are missing or do not start.
 */
export async function startTestServer(
  choice: ServerChoice,
  clock: Clock,
  { layers, rbac = false }: { readonly layers: readonly Layer[]; readonly rbac?: boolean },
): Promise<TestServer> {
  if (choice === "real") return RealApiServer.start({ rbac });
  return (await preparedServer(layers)).fork({ clock });
}
