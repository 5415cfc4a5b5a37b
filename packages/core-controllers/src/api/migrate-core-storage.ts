import { type CustomResourceDefinition, installedCRDs } from "@capstan/contract";
import { type Manager, migrateStorage, readInstalledCRD, type StartCheckContext, storageVersionOf } from "@capstan/runtime";
import { convertedKinds } from "./convert.ts";

const converted = installedCRDs.filter(({ spec }) => convertedKinds.includes(spec.names.kind));

/**
 * Registers a check that runs before the manager's controllers start: whether objects of the core's kinds may be stored in an earlier
 * version. The leader then migrates them. The check costs one GET per CRD with several versions, once.
 *
 * A CRD with another storage version belongs to another release of the core and stays unchanged. The Go core migrates the same CRDs. Either
 * may come first, because neither changes any content and the second finds nothing to do. As in the Go core, the migration writes the
 * status, for which no webhook of the core is called, and users who apply v1beta1 still own the fields that they applied.
 */
export function migrateCoreStorage(manager: Manager): void {
  manager.beforeStart(async (context) => {
    const installed = await Promise.all(converted.map((crd) => readOwn(crd, context)));
    for (const crd of installed) {
      if (crd !== undefined) migrateStorage(manager, crd, { throughStatus: true, keepServedOwners: true });
    }
  });
}

/** The CRD on the server, if it exists and has the same storage version as the core's own. */
async function readOwn(
  own: CustomResourceDefinition,
  context: StartCheckContext,
): Promise<CustomResourceDefinition | undefined> {
  const { name } = own.metadata;
  const crd = await readInstalledCRD(name, context);
  if (crd === "unread") {
    context.logger.warn("Cannot check whether objects are stored in an earlier version, because the role does not grant get on the CRD", {
      crd: name,
      remedy: "grant get on it",
    });
    return undefined;
  }
  return crd !== undefined && storageVersionOf(crd)?.name === storageVersionOf(own)?.name ? crd : undefined;
}
