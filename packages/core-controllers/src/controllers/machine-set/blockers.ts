/** The obstacles to creating the Machines of a MachineSet. */
export interface Blockers {
  /** One sentence each. */
  readonly messages: readonly string[];
  /** Reason of the v1beta1 condition MachinesCreated. */
  readonly reason: BlockedReason;
}

/** The kinds of obstacles that v1beta1 distinguishes. */
type BlockedReason =
  | "PreflightCheckFailed"
  | "BootstrapTemplateCloningFailed"
  | "InfrastructureTemplateCloningFailed"
  | "MachineCreationFailed";

/** Groups sentences by kind. v1beta1 has room for one reason: that of the first kind with a sentence. */
export function blockersOf(found: {
  readonly preflight?: readonly string[];
  readonly bootstrap?: readonly string[];
  readonly infrastructure?: readonly string[];
  readonly other: readonly string[];
}): Blockers {
  const { preflight = [], bootstrap = [], infrastructure = [], other } = found;
  const kinds: readonly (readonly [BlockedReason, readonly string[]])[] = [
    ["PreflightCheckFailed", preflight],
    ["BootstrapTemplateCloningFailed", bootstrap],
    ["InfrastructureTemplateCloningFailed", infrastructure],
  ];
  const [reason] = kinds.find(([, messages]) => messages.length > 0) ?? ["MachineCreationFailed" as const];
  return { reason, messages: [...other, ...bootstrap, ...infrastructure, ...preflight] };
}
