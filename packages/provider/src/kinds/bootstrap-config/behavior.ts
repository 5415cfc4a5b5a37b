import { type DeepReadonly, type ObjectKey, type Reading, readProviderObject } from "@capstan/contract";
import { fieldsOf, isControlledBy } from "@capstan/kube";
import { isCapstanError, isForbidden, isNotFound, Secret } from "@capstan/runtime";
import type { ProviderDefinition } from "../../definition/definition.ts";
import { cachedSecret } from "../../secrets/cluster-secrets.ts";
import type { Behavior } from "../../lifecycle/behavior.ts";
import { waitForClusterInfrastructure } from "../../finding/cluster-infrastructure.ts";
import { checkedOutcome } from "../../check/checked-outcome.ts";
import { extrasOf, troubleOf, unchangedFinding } from "../../finding/finding-of.ts";
import { type Adoption, disownSecret, foreignSecretFinding } from "../../secrets/adopt-secret.ts";
import { clusterReserving } from "../../secrets/reserved-name.ts";
import type { BootstrapOutcome, DataOutcome } from "./outcome.ts";
import { providerReasons } from "../../finding/provider-reasons.ts";
import type { Finding } from "../../finding/finding.ts";
import { bootstrapConfigTraits } from "./definition.ts";
import { type ConfigOwners, findConfigOwners, pathOfSpec, specOf } from "./owners.ts";
import { adoptData, dataSecretKey, isData, publishBootstrapData, replaceBootstrapData } from "./publish-data.ts";
import type { Visit } from "../../visit/visit.ts";
import { type BootstrapAuthor, bootstrapAuthor, type BootstrapConfigAuthor } from "./author.ts";

/** The behavior of a BootstrapConfig in the lifecycle. */
export function bootstrapConfigBehavior<D extends ProviderDefinition<"BootstrapConfig">>(
  reconciler: BootstrapConfigAuthor<D>,
): Behavior<ConfigOwners> {
  const { definition } = reconciler;
  const author = bootstrapAuthor(reconciler);
  return {
    keepsFinalizer: reconciler.deleteBootstrap !== undefined,
    findOwners: (cache, object) => findConfigOwners(cache, object, definition.owners.includes("MachinePool")),
    async provide(visit) {
      const reading = readProviderObject("BootstrapConfig", visit.object, definition.contract);
      return (
        (await alreadyThere(visit, reading, author)) ??
        waitForClusterInfrastructure(visit.owners.cluster) ??
        (await publishedFinding(definition, visit, await author.provide(visit), () => author.dataRefused(visit)))
      );
    },
    async afterwards(visit, finding) {
      const isOurs = finding.facts?.dataSecretName === dataSecretKey(visit.object).name;
      if (finding.progress !== "provisioned" || !isOurs || (await isTakenOver(visit))) return undefined;
      const refresh = await author.refresh(visit);
      if (refresh === undefined || !("type" in refresh)) return refresh;
      visit.secrets.add(refresh.data);
      checkedOutcome(definition, visit.object, refresh);
      await replaceBootstrapData(visit, refresh.data, refresh.format);
      return refresh;
    },
    remove: (visit) => author.remove(visit),
  };
}

/** The finding if a data Secret already exists: reported before, brought by the user, or left by an earlier run. */
async function alreadyThere(
  visit: Visit<ConfigOwners>,
  reading: Reading<"BootstrapConfig">,
  author: BootstrapAuthor,
): Promise<Finding | undefined> {
  const { dataSecretCreated, dataSecretName } = reading;
  const ownKey = dataSecretKey(visit.object);
  if (dataSecretCreated && dataSecretName !== undefined) {
    if (dataSecretName !== ownKey.name) return available(dataSecretName);
    await ownedAgain(visit, ownKey);
    return { ...extrasOf({ conditions: author.conditionsOfStoredData() }), ...available(dataSecretName) };
  }
  const { owner } = visit.owners;
  const preset = specOf(owner).bootstrap.dataSecretName;
  if (preset === "") {
    const message = `${owner.kind} ${pathOfSpec(owner)}.bootstrap.dataSecretName is empty; no bootstrap data is requested`;
    return { progress: "waiting", reason: providerReasons.bootstrapDataNotWanted, message };
  }
  if (preset !== undefined && preset !== ownKey.name) return available(preset);
  const secret = await cachedSecret(visit.manager.cache, ownKey, visit.signal);
  const reserving = await clusterReserving(visit.manager.cache, ownKey);
  if (reserving !== undefined) {
    if (secret !== undefined) await disownSecret(visit, secret);
    return reservedFinding(ownKey.name, reserving.metadata.name);
  }
  if (secret === undefined) return undefined;
  const isOurs = isControlledBy(secret, visit.object);
  const conditions = isOurs ? author.conditionsOfStoredData() : [];
  return { ...extrasOf({ conditions }), ...adoptionFinding(visit, await adoptData(visit, secret)) };
}

/**
 * Restores the owner reference and the cluster name label of a reported Secret that has lost them (rules BS-003, BS-004); sends no write if
 * they exist. A Secret that belongs to the Cluster itself was never the config's.
 */
async function ownedAgain(visit: Visit<ConfigOwners>, key: ObjectKey): Promise<void> {
  const { cache } = visit.manager;
  const cached = await cachedSecret(cache, key, visit.signal);
  const secret = cached ?? (await unlabeledSecret(visit, key));
  if (secret === undefined) return;
  const reserving = await clusterReserving(cache, key);
  if (reserving?.metadata.uid === visit.owners.cluster.metadata.uid) await disownSecret(visit, secret);
  else if (cached === undefined || !isControlledBy(secret, visit.object)) await adoptData(visit, secret);
}

/** A Secret that is not in the cache, because it has lost its label or Secrets may not be listed. */
async function unlabeledSecret(visit: Visit<ConfigOwners>, key: ObjectKey): Promise<DeepReadonly<Secret> | undefined> {
  try {
    return await visit.manager.client.get(Secret, key, { signal: visit.signal });
  } catch (error) {
    if (isNotFound(error) || isForbidden(error)) return undefined;
    throw error;
  }
}

/** Whether the Secret with the config's name no longer holds the config's data. */
async function isTakenOver(visit: Visit<ConfigOwners>): Promise<boolean> {
  const secret = await cachedSecret(visit.manager.cache, dataSecretKey(visit.object), visit.signal);
  return secret !== undefined && !isData(visit, secret);
}

async function publishedFinding(
  definition: ProviderDefinition,
  visit: Visit<ConfigOwners>,
  answer: BootstrapOutcome,
  dataRefused: () => Promise<void>,
): Promise<Finding> {
  const { data } = fieldsOf(answer);
  if (typeof data === "string") visit.secrets.add(data);
  checkedOutcome(definition, visit.object, answer);
  if (answer.type === "unchanged") return unchangedFinding(answer);
  const extras = extrasOf(answer);
  switch (answer.type) {
    case "data": {
      const adoption = await published(visit, answer, dataRefused);
      if (!adoption.adopted) await dataRefused();
      return { ...extras, ...adoptionFinding(visit, adoption) };
    }
    case "pending":
      // Bootstrap data depends only on other objects, so a config without data is always waiting.
      return {
        ...extras,
        ...troubleOf(answer),
        progress: "waiting",
        reason: answer.reason,
        message: answer.message ?? "",
      };
    case "failed":
      return { ...extras, progress: "failed", reason: answer.reason, message: answer.message, isTrouble: true };
  }
}

async function published(
  visit: Visit<ConfigOwners>,
  { data, format }: DataOutcome,
  dataRefused: () => Promise<void>,
): Promise<Adoption> {
  try {
    return await publishBootstrapData(visit, data, format);
  } catch (error) {
    if (isRefusal(error)) await dataRefused();
    throw error;
  }
}

/** Responses that will soon change: a conflict, too many requests. */
const passingStatus: readonly unknown[] = [409, 429];

/** Whether the API server has responded that it stored nothing. A missing response or a 5xx leaves that open. */
function isRefusal(error: unknown): boolean {
  if (!isCapstanError(error, "ApiRequestFailed") || !("status" in error)) return false;
  return Number(error.status) < 500 && !passingStatus.includes(error.status);
}

function available(dataSecretName: string): Finding {
  const { reason } = bootstrapConfigTraits.condition;
  return { progress: "provisioned", reason, message: "", facts: { dataSecretName } };
}

function adoptionFinding(visit: Visit<ConfigOwners>, adoption: Adoption): Finding {
  const { name } = dataSecretKey(visit.object);
  return adoption.adopted
    ? available(name)
    : foreignSecretFinding(name, adoption, "delete it, or give the config another name");
}

function reservedFinding(name: string, cluster: string): Finding {
  const reason = providerReasons.secretNameReserved;
  const why = `is reserved for Cluster ${cluster}`;
  return foreignSecretFinding(name, { adopted: false, reason, why }, "give the config another name");
}
