import { type ApiObject } from "../object/api-object.ts";
import { resourceQuotas } from "../registry/built-in/built-ins.ts";
import { storageVersion } from "../registry/resource.ts";
import { type Store } from "../store/store.ts";
import { type QuotaStatus } from "../quota/usage.ts";
import { type FieldManagement } from "./managed-fields/field-management.ts";

/** Writes the usage into the status of a ResourceQuota, for a field manager. */
export function putQuotaStatus(
  { store, management }: { readonly store: Store; readonly management: FieldManagement },
  quota: ApiObject,
  { hard, used }: QuotaStatus,
  manager: string,
): void {
  const stated = Object.entries({ hard, used }).filter(([, list]) => Object.keys(list).length > 0);
  const next = { ...quota, status: Object.fromEntries(stated) };
  const target = { resource: resourceQuotas, version: storageVersion(resourceQuotas), subresource: "status", manager };
  store.put(resourceQuotas.id, management.afterWrite(target, quota, next, next));
}
