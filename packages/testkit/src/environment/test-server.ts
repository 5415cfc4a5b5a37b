import type { Faults } from "@capstan/apiserver";
import type { ResourceKind } from "@capstan/contract";
import type { Clock } from "@capstan/runtime";
import type { RememberingServer } from "../life/stored-change.ts";
import { RealApiServer } from "../real/real-api-server.ts";
import { type Layer, preparedServer } from "./prepared-server.ts";

/** Which API server a test environment runs on; only the embedded one collects what a deleted owner leaves. */
export type ServerChoice = "embedded" | "real";

/** An API server that runs. */
export interface RunningServer extends RememberingServer {
  /** YAML, of an administrator. */
  readonly kubeconfig: string;
  /** The resourceVersion of the last change of a kind, if that is known without asking. */
  lastChange?(kind: ResourceKind): string;
  /** What goes wrong with it, on demand; the embedded server has it. */
  readonly faults?: Faults;
}

/** The management API server of a test environment. */
export interface TestServer extends RunningServer, AsyncDisposable {}

/**
 * Starts a server. The embedded one stamps objects by `clock`, and has the CRDs of these layers from its beginning; those of one process
 * share their certificates. The real one needs KUBEBUILDER_ASSETS, and takes real time; there everyone may do everything unless `rbac`
 * is true.
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
