import { canonicalIPAddress, fieldsOf, parseIPAddress } from "@capstan/kube";
import { type Violation, violation } from "@capstan/contract";
import { providerReasons } from "../../finding/provider-reasons.ts";
import type {
  CommonOutcomes,
  Outcome,
  OutcomeExtras,
  PendingOutcome,
  UnfinishedOutcome,
} from "../../outcome/outcome.ts";

/** The pool has an address for the claim. */
export interface AllocatedOutcome {
  /** Discriminates the outcomes. */
  readonly type: "allocated";
  /** The address, IPv4 or IPv6. */
  readonly address: string;
  /** The prefix length of the address's network. */
  readonly prefix: number;
  /** The gateway of that network. Default: no gateway. */
  readonly gateway?: string | undefined;
}

/** The return type of `allocate`. */
export type AllocationOutcome = AllocatedOutcome | UnfinishedOutcome;

/** The pool can serve claims. */
export interface PoolReadyOutcome<Status extends object = object> extends OutcomeExtras<Status> {
  /** Discriminates the outcomes. */
  readonly type: "poolReady";
}

/** The return type of `reconcilePool`. */
export type IPPoolOutcome<Status extends object = object> = PoolReadyOutcome<Status> | UnfinishedOutcome<Status>;

/** The outcomes of IPAM providers. */
export const ipPoolOutcomes = {
  /** Reports an address for a claim. The SDK creates the IPAddress, unless another claim got the address at the same time. */
  allocated(facts: Omit<AllocatedOutcome, "type">): AllocatedOutcome {
    return { ...facts, type: "allocated" };
  },

  /**
   * Reports that no address of the pool is free. Users see it on the claim, as reason `PoolExhausted` and a Warning Event. The SDK calls
   * `allocate` again when an address of the pool is released, when the pool changes, and after `retryAfterMs` if set.
   */
  exhausted(
    extras: { readonly message?: string | undefined; readonly retryAfterMs?: number | undefined } = {},
  ): PendingOutcome {
    const { message = "No address of the pool is free", retryAfterMs } = extras;
    return { type: "pending", reason: providerReasons.poolExhausted, message, retryAfterMs, warning: true };
  },

  /** Reports that the pool can serve claims. */
  poolReady<Status extends object = object>(
    facts: Omit<PoolReadyOutcome<Status>, "type"> = {},
  ): PoolReadyOutcome<Status> {
    return { ...facts, type: "poolReady" };
  },
};

/** The outcomes for one definition. A status field that the definition does not have does not compile. */
export interface IPPoolOutcomes<Status extends object> extends CommonOutcomes<Status> {
  /** Reports an address for a claim. */
  readonly allocated: typeof ipPoolOutcomes.allocated;
  /** Reports that no address of the pool is free. */
  readonly exhausted: typeof ipPoolOutcomes.exhausted;
  /** Reports that the pool can serve claims. */
  readonly poolReady: typeof ipPoolOutcomes.poolReady<Status>;
}

/** The violations of an allocated address: what core's webhook would refuse. Pure. */
export function allocationViolations(outcome: Outcome): Violation[] {
  if (outcome.type !== "allocated") return [];
  const { address, prefix, gateway } = fieldsOf(outcome);
  const bytes = bytesOf(address);
  const bits = (bytes?.length ?? 0) * 8;
  const isPrefix = typeof prefix === "number" && Number.isInteger(prefix) && prefix >= 0 && prefix <= bits;
  const isGateway = gateway === undefined || bytesOf(gateway)?.length === bytes?.length;
  return [
    ...(bytes === undefined ? [fault("address", "an IPv4 or IPv6 address", address)] : []),
    ...(bytes === undefined || isPrefix ? [] : [fault("prefix", `an integer from 0 to ${bits}`, prefix)]),
    ...(bytes === undefined || isGateway ? [] : [fault("gateway", "an address of the same IP family", gateway)]),
  ];
}

function bytesOf(text: unknown): Uint8Array | undefined {
  const canonical = typeof text === "string" ? canonicalIPAddress(text) : undefined;
  return canonical === undefined ? undefined : parseIPAddress(canonical);
}

function fault(field: string, expected: string, actual: unknown): Violation {
  return violation("IP-002", { path: `outcome.${field}`, expected, actual });
}
