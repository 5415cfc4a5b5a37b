import type { DeepReadonly, IPAddress } from "@capstan/contract";
import { objectKeyText } from "@capstan/kube";
import type { Finding } from "../../finding/finding.ts";
import { providerReasons } from "../../finding/provider-reasons.ts";
import type { Visit } from "../../visit/visit.ts";

/** The delay after an address turned out to belong to another claim too, in milliseconds: this and up to this much more. */
const rivalMs = 250;

/**
 * Claims that gave way to others, until they may ask for another address. The events of the address that they had wake them at once; two
 * managers that gave way to each other would choose the same address again.
 */
export class GivenWay {
  /** By claim, with the time when it may ask again. */
  readonly #waiting = new Map<string, readonly [finding: Finding, untilMs: number]>();

  /** Called when a claim gives way with its address. */
  add({ object, manager }: Visit<unknown>, { metadata, spec }: DeepReadonly<IPAddress>): Finding {
    const delayMs = rivalMs + spread(metadata.uid ?? "", rivalMs);
    const finding: Finding = {
      progress: "waiting",
      reason: providerReasons.addressInUse,
      message: `Another claim has ${spec.address}; allocating another address`,
      retryAfterMs: delayMs,
    };
    this.#waiting.set(objectKeyText(object.metadata), [finding, manager.clock.monotonic() + delayMs]);
    return finding;
  }

  /** What a claim waits for that must not ask for an address yet. */
  of({ object, manager }: Visit<unknown>): Finding | undefined {
    const key = objectKeyText(object.metadata);
    const [finding, untilMs] = this.#waiting.get(key) ?? [undefined, 0];
    const retryAfterMs = untilMs - manager.clock.monotonic();
    if (finding !== undefined && retryAfterMs > 0) return { ...finding, retryAfterMs };
    this.#waiting.delete(key);
    return undefined;
  }

  forget({ object }: Visit<unknown>): void {
    this.#waiting.delete(objectKeyText(object.metadata));
  }
}

/** A number below `range` that differs between objects, so that two that gave way to each other do not meet again. */
function spread(uid: string, range: number): number {
  return Array.from(uid).reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % range, 0);
}
