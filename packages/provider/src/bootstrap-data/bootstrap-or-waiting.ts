import type { DeepReadonly, Machine } from "@capstan/contract";
import { waitForClusterInfrastructure } from "../finding/cluster-infrastructure.ts";
import type { ClusterOwners } from "../object/owners.ts";
import type { Finding } from "../finding/finding.ts";
import { readBootstrapData } from "./read-bootstrap-data.ts";
import { waitForData } from "./wait-for-data.ts";
import type { Visit } from "../visit/visit.ts";

/** The bootstrap data in scopes. */
export interface BootstrapScope {
  readonly bootstrapData: string | undefined;
  /** Key `format` of the bootstrap data Secret; undefined if it has none. */
  readonly bootstrapFormat: string | undefined;
}

/** Where an owner of machines says what they boot with. */
export type NamesBootstrapData = DeepReadonly<Pick<Machine["spec"], "bootstrap">> & {
  /** Of this part of the owner, for messages: `Machine spec`. */
  readonly path: string;
};

/**
 * What machines boot with, once the data and the Cluster's infrastructure are there (rules IB-005, IB-006); until then what to
 * report.
 *
 * @param isKnown - whether machines exist already: then nothing is waited for, and their data may be gone.
 */
export async function bootstrapOrWaiting(
  visit: Visit<ClusterOwners>,
  { path, bootstrap }: NamesBootstrapData,
  isKnown: boolean,
): Promise<BootstrapScope | Finding> {
  const waiting = isKnown ? undefined : waitForClusterInfrastructure(visit.owners.cluster);
  if (waiting !== undefined) return waiting;
  const found = await readBootstrapData(visit, { bootstrap }, !isKnown);
  if (!isKnown && (found.state === "unnamed" || found.state === "missing")) return waitForData(path, found);
  const { data, format } = found.state === "present" ? found : {};
  return { bootstrapData: data, bootstrapFormat: format };
}
