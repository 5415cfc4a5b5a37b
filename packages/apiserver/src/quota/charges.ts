import { addQuantities, quantityNanos } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { addResources, type ResourceList } from "../object/resource-list.ts";
import { type Evaluator, type Write } from "./evaluator.ts";
import { type Quota, quotaOf } from "./quota.ts";

/** The usage of a quota after a write. */
export interface Charge {
  readonly quota: ApiObject;
  readonly used: ResourceList;
}

/** A write that a quota does not allow, with the reason as its message. */
export class QuotaRefusal extends Error {}

/**
 * The usage of quotas after a write, if they allow it.
 *
 * @param now - milliseconds since 1970.
 * @returns only quotas whose usage increases.
 * @throws QuotaRefusal
 */
export function chargesOf(
  quotas: readonly ApiObject[],
  write: Write & { readonly object: ApiObject },
  evaluator: Evaluator,
  now: number,
): Charge[] {
  const { object, oldObject } = write;
  const concerned = quotas.map(quotaOf).filter((quota) => isAbout(quota, evaluator, object));
  for (const quota of concerned) checkStated(quota, evaluator, object);
  if (concerned.length === 0) return [];
  const usage = evaluator.usage(object, now);
  return concerned.flatMap((quota) => {
    const isCounted = oldObject !== undefined && isAbout(quota, evaluator, oldObject);
    const more = isCounted ? increase(usage, evaluator.usage(oldObject, now)) : usage;
    const requested = pick(more, (name, amount) => !isZero(amount) && name in quota.hard);
    if (Object.keys(requested).length === 0) return [];
    const used = addResources(quota.used, requested);
    if (write.target.subresource !== "status") checkLimits(quota, requested, used);
    return [{ quota: quota.object, used }];
  });
}

function isAbout({ hard, scopes }: Quota, evaluator: Evaluator, object: ApiObject): boolean {
  return (
    Object.keys(hard).some((name) => evaluator.tracks(name)) &&
    scopes.every((requirement) => evaluator.isInScope(object, requirement))
  );
}

function checkStated({ name, hard, used }: Quota, evaluator: Evaluator, object: ApiObject): void {
  const names = Object.keys(hard).filter((one) => evaluator.tracks(one));
  const lacking = evaluator.lacks?.(object, names);
  if (lacking !== undefined) throw new QuotaRefusal(`failed quota: ${name}: ${lacking}`);
  if (names.every((one) => one in used)) return;
  throw new QuotaRefusal(`status unknown for quota: ${name}, resources: ${names.sort().join(",")}`);
}

function checkLimits({ name, hard, used }: Quota, requested: ResourceList, all: ResourceList): void {
  const isExceeded = (one: string): boolean => one in requested && isMore(all[one] ?? "0", hard[one] ?? "0");
  const shown = (list: ResourceList): string => textOf(pick(list, isExceeded));
  if (!Object.keys(requested).some(isExceeded)) return;
  throw new QuotaRefusal(
    `exceeded quota: ${name}, requested: ${shown(requested)}, used: ${shown(used)}, limited: ${shown(hard)}`,
  );
}

/** The increases; decreases are omitted. */
function increase(usage: ResourceList, before: ResourceList): ResourceList {
  return Object.fromEntries(
    Object.entries(usage).map(([name, amount]) => {
      const more = addQuantities(amount, negated(before[name] ?? "0"));
      return [name, isMore(more, "0") ? more : "0"];
    }),
  );
}

function negated(quantity: string): string {
  return quantity.startsWith("-") ? quantity.slice(1) : `-${quantity.replace(/^\+/, "")}`;
}

function isMore(one: string, other: string): boolean {
  return (quantityNanos(one) ?? 0n) > (quantityNanos(other) ?? 0n);
}

function isZero(quantity: string): boolean {
  return quantityNanos(quantity) === 0n;
}

function pick(list: ResourceList, isWanted: (name: string, amount: string) => boolean): ResourceList {
  return Object.fromEntries(Object.entries(list).filter(([name, amount]) => isWanted(name, amount)));
}

function textOf(list: ResourceList): string {
  return Object.keys(list)
    .sort()
    .map((name) => `${name}=${list[name] ?? ""}`)
    .join(",");
}
