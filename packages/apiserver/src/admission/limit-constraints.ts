import { objectAt, quantityNanos, textAt } from "@capstan/kube";
import { type ResourceList, resourcesAt } from "../object/resource-list.ts";

/** Requests and limits. */
export interface Requirements {
  readonly requests: ResourceList;
  readonly limits: ResourceList;
}

const million = 1_000_000n;
const billion = 1_000n * million;
/** Go cannot represent thousandths of larger integers. */
const mostInMillis = (2n ** 63n - 1n) / 1_000n;

/** Amounts in thousandths, or in integers if one of them is too large; rounded up. */
function comparable(...quantities: readonly string[]): number[] {
  const nanos = quantities.map((quantity) => quantityNanos(quantity) ?? 0n);
  const isSmall = nanos.every((one) => roundedUp(one, billion) <= mostInMillis);
  return nanos.map((one) => Number(roundedUp(one, isSmall ? million : billion)));
}

function roundedUp(nanos: bigint, unit: bigint): bigint {
  return nanos > 0n ? (nanos + unit - 1n) / unit : nanos / unit;
}

/** The violations of an item of a LimitRange, worded as on the real server. */
export function brokenLimits(item: unknown, { requests, limits }: Requirements): string[] {
  const type = textAt(item, "type") ?? "";
  const check = (field: string, broken: (name: string, of: Subject) => string | undefined): string[] =>
    Object.entries(resourcesAt(item, field))
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(
        ([name, enforced]) => broken(name, { type, enforced, request: requests[name], limit: limits[name] }) ?? [],
      );
  return [...check("min", belowMinimum), ...check("max", aboveMaximum), ...check("maxLimitRequestRatio", aboveRatio)];
}

/** The violations of an item of a LimitRange by a claim: only requests count. */
export function brokenClaimLimits(item: unknown, claim: unknown): string[] {
  const requests = resourcesAt(claim, "spec", "resources", "requests");
  const { min, max } = { min: objectAt(item, "min") ?? {}, max: objectAt(item, "max") ?? {} };
  const type = textAt(item, "type");
  return [
    ...brokenLimits({ type, min }, { requests, limits: {} }),
    // The messages are about requests, which also count as limits.
    ...brokenLimits({ type, max }, { requests: {}, limits: requests }).map((problem) =>
      problem.replace(/No limit is specified$/, "No request is specified").replace(/but limit is/, "but request is"),
    ),
  ];
}

interface Subject {
  readonly type: string;
  readonly enforced: string;
  readonly request: string | undefined;
  readonly limit: string | undefined;
}

function belowMinimum(name: string, { type, enforced, request, limit }: Subject): string | undefined {
  const [asked = 0, most = 0, least = 0] = comparable(request ?? "0", limit ?? "0", enforced);
  const rule = `minimum ${name} usage per ${type} is ${enforced}`;
  if (request === undefined) return `${rule}.  No request is specified`;
  if (asked < least) return `${rule}, but request is ${request}`;
  return limit !== undefined && most < least ? `${rule}, but limit is ${limit}` : undefined;
}

function aboveMaximum(name: string, { type, enforced, request, limit }: Subject): string | undefined {
  const [asked = 0, given = 0, most = 0] = comparable(request ?? "0", limit ?? "0", enforced);
  const rule = `maximum ${name} usage per ${type} is ${enforced}`;
  if (limit === undefined) return `${rule}.  No limit is specified`;
  if (given > most) return `${rule}, but limit is ${limit}`;
  return request !== undefined && asked > most ? `${rule}, but request is ${request}` : undefined;
}

function aboveRatio(name: string, { type, enforced, request, limit }: Subject): string | undefined {
  const [asked = 0, most = 0] = comparable(request ?? "0", limit ?? "0", enforced);
  const rule = `${name} max limit to request ratio per ${type} is ${enforced}`;
  if (asked === 0) return `${rule}, but no request is specified or request is 0`;
  if (most === 0) return `${rule}, but no limit is specified or limit is 0`;
  const ratio = most / asked;
  const [highest = 0] = comparable(enforced);
  return ratio * 1_000 > highest ? `${rule}, but provided ratio is ${ratio.toFixed(6)}` : undefined;
}
