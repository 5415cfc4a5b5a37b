import type { DeletionOutcome } from "../../outcome/outcome.ts";
import type { AddonDefinition } from "./addon-definition.ts";
import type { AddonOutcome } from "./outcome.ts";
import type { AddonScope } from "./scope.ts";

/** The required and optional members of the author's reconciler. */
export interface AddonAuthor<D extends AddonDefinition> {
  readonly definition: D;
  readonly clusterTimeoutMs?: number;
  reconcileAddon(scope: AddonScope<D>, signal: AbortSignal): Promise<AddonOutcome> | AddonOutcome;
  deleteAddon?(scope: AddonScope<D>, signal: AbortSignal): Promise<DeletionOutcome> | DeletionOutcome;
}
