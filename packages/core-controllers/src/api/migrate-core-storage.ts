import { coreCRDs, type CustomResourceDefinition } from "@capstan/contract";
import { type Manager, migrateStorage, readInstalledCRD, type StartCheckContext, storageVersionOf } from "@capstan/runtime";
import { convertedKinds } from "./convert.ts";

const converted = coreCRDs.filter(({ spec }) => convertedKinds.includes(spec.names.kind));

/**
 * Has a manager look, before its controllers start, whether objects of the core's kinds may be stored in an earlier version, and the process
 * that leads migrate them. One GET per CRD of several versions, once.
 *
 * A CRD that stores another version than ours belongs to another release of the core, and is left to it. The Go core migrates the same
 * CRDs: which of them comes first does not matter, since neither writes anything new, and the other one then finds nothing to do. As there,
 * the status of objects is written, which its webhooks are not asked about, and users who apply v1beta1 still own what they have applied.
 */
export function migrateCoreStorage(manager: Manager): void {
  manager.beforeStart(async (context) => {
    const installed = await Promise.all(converted.map((crd) => readOwn(crd, context)));
    for (const crd of installed) {
      if (crd !== undefined) migrateStorage(manager, crd, { throughStatus: true, keepServedOwners: true });
    }
  });
}

/** The CRD on the server, if it is there and stores what ours does. */
async function readOwn(
  own: CustomResourceDefinition,
  context: StartCheckContext,
): Promise<CustomResourceDefinition | undefined> {
  const { name } = own.metadata;
  const crd = await readInstalledCRD(name, context);
  if (crd === "unread") {
    context.logger.warn("Cannot check whether objects are stored in an earlier version: the role does not allow to get the CRD", {
      crd: name,
      remedy: "grant get on it",
    });
    return undefined;
  }
  return crd !== undefined && storageVersionOf(crd)?.name === storageVersionOf(own)?.name ? crd : undefined;
}
