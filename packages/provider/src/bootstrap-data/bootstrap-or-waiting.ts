import type { DeepReadonly, Machine } from "@capstan/contract";
import { waitForClusterInfrastructure } from "../finding/cluster-infrastructure.ts";
import type { ClusterOwners } from "../object/owners.ts";
import type { Finding } from "../finding/finding.ts";
import { readBootstrapData } from "./read-bootstrap-data.ts";
import { waitForData } from "./wait-for-data.ts";
import type { Visit } from "../visit/visit.ts";

/** The bootstrap data, as scopes contain it. */
export interface BootstrapScope {
  /** False: the owner declares with an empty name that it needs no data (rule IB-006). */
  readonly needsBootstrapData: boolean;
  readonly bootstrapData: string | undefined;
  /** Key `format` of the bootstrap data Secret; undefined if the Secret has no such key. */
  readonly bootstrapFormat: string | undefined;
}

/** The part of a Machine or MachinePool that names the bootstrap data. */
export type NamesBootstrapData = DeepReadonly<Pick<Machine["spec"], "bootstrap">> & {
  /** Names this part of the owner in messages: `Machine spec`. */
  readonly path: string;
};

/**
 * Returns the bootstrap data once the data and the Cluster's infrastructure exist (rules IB-005, IB-006); until then, the finding to
 * report.
 *
 * @param isKnown - whether machines exist already. Then nothing is waited for, and the bootstrap data may be missing.
 */
export async function bootstrapOrWaiting(
  visit: Visit<ClusterOwners>,
  { path, bootstrap }: NamesBootstrapData,
  isKnown: boolean,
): Promise<BootstrapScope | Finding> {
  const waiting = isKnown ? undefined : waitForClusterInfrastructure(visit.owners.cluster);
  if (waiting !== undefined) return waiting;
  const found = await readBootstrapData(visit, { bootstrap }, isKnown);
  if (!isKnown && (found.state === "unnamed" || found.state === "missing")) return waitForData(path, found);
  const { data, format } = found.state === "present" ? found : {};
  return { needsBootstrapData: found.state !== "none", bootstrapData: data, bootstrapFormat: format };
}
