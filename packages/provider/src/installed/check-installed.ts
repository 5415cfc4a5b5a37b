import type { CustomResourceDefinition as CRD } from "@capstan/contract";
import { type Manager, migrateStorage, readInstalledCRD, type StartCheckContext } from "@capstan/runtime";
import type { ReconciledDefinition } from "../definition/reconciled-definition.ts";
import { kindsOf } from "../definition/kinds-of.ts";
import { checkCore } from "./check-core.ts";
import { InstallationError } from "./installation-error.ts";
import { compareInstalled, type InstalledCRD } from "./compare-installed.ts";

/** The definitions of a manager whose CRDs have not been checked yet. */
const waiting = new WeakMap<Manager, ReconciledDefinition[]>();

/**
 * Makes the manager check before its controllers start that the core is recent enough, and that the CRDs on the server fit the definition:
 * one GET, and one per CRD, once. All definitions of a manager are checked together, so that one error lists every problem.
 *
 * The check rejects with {@link CoreVersionError} on a management cluster with an older core. It rejects with {@link InstallationError} for
 * each broken MUST, and logs a warning for each SHOULD. If it may not read a CRD (a provider with permissions in only one namespace
 * cannot), it logs a warning and lets the provider start without knowing whether the CRD fits. While the server is unavailable, the check
 * waits and retries.
 */
export function checkInstalledBeforeStart(manager: Manager, definition: ReconciledDefinition): void {
  const definitions = waiting.get(manager);
  if (definitions !== undefined) {
    definitions.push(definition);
    return;
  }
  const all = [definition];
  waiting.set(manager, all);
  manager.beforeStart((context) => {
    waiting.delete(manager);
    return checkInstalled(all, manager, context);
  });
}

async function checkInstalled(
  definitions: readonly ReconciledDefinition[],
  manager: Manager,
  context: StartCheckContext,
): Promise<void> {
  const comparing = kindsOf(definitions).map(async (definition) => {
    const installed = await Promise.all(definition.crds.map((crd) => read(crd, context)));
    return { installed, findings: compareInstalled(definition, installed) };
  });
  const [compared] = await Promise.all([Promise.all(comparing), checkCore(context)]);
  const findings = compared.flatMap(({ findings }) => findings);
  for (const { level, ...finding } of findings) {
    if (level !== "MUST") context.logger.warn("A CRD on the server does not match the provider", finding);
  }
  const broken = findings.filter(({ level }) => level === "MUST");
  if (broken.length > 0) throw new InstallationError(broken);
  for (const crd of compared.flatMap(({ installed }) => installed)) {
    if (crd !== undefined && crd !== "unread") migrateStorage(manager, crd);
  }
}

async function read({ metadata: { name } }: CRD, context: StartCheckContext): Promise<InstalledCRD> {
  const crd = await readInstalledCRD(name, context);
  if (crd === "unread") {
    context.logger.warn(
      "Cannot check whether a CRD matches the provider, because the provider's role does not grant get on the CRD",
      {
        name,
        remedy: "grant get on it by resourceNames, as `capstan generate rbac` does",
      },
    );
  }
  return crd;
}
