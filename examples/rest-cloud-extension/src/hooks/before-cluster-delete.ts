import type { HookHandler } from "@capstan/runtime-extension";
import { uniqueName } from "@capstan/provider";
import { openCloud } from "../cloud/open-cloud.ts";

/**
 * Keeps a Cluster until the load balancers of its Services are deleted: without the Cluster, nothing would delete them, and the account
 * would pay for them.
 */
export const beforeClusterDelete: HookHandler<"BeforeClusterDelete"> = async ({ cluster }, { client, signal }) => {
  const cloud = await openCloud(cluster, client, signal);
  if (cloud === undefined) return {};
  const prefix = `${uniqueName(cluster)}.svc.`;
  const ids = (await cloud.loadBalancers()).filter((id) => id.startsWith(prefix)).toSorted();
  if (ids.length === 0) return {};
  const services = ids.map((id) => id.slice(prefix.length)).join(", ");
  return {
    retryAfterSeconds: 5,
    message: `Waiting until the load balancers of these Services are deleted: ${services}`,
  };
};
