import { Machine, type ResourceKind } from "@capstan/contract";
import { PlayedConfig, PlayedMachine } from "./played-kinds.ts";
import type { AnyObject, PlayedProviders } from "./played-providers.ts";

/** Addresses that a provider reports. */
export const addresses = [{ type: "InternalIP", address: "10.0.0.1" }];

/** Creates a Machine whose related objects the core has adopted. */
export async function withMachine(play: PlayedProviders): Promise<void> {
  await play.provisionedCluster();
  await play.createMachine();
  await ownedBy(play, PlayedConfig.kind);
  await ownedBy(play, PlayedMachine.kind);
}

/** Sets the infrastructure of m1 to provisioned. */
export async function provisionMachine(play: PlayedProviders, { wait = true } = {}): Promise<void> {
  await play.patch(PlayedMachine.kind, "m1", { spec: { providerID: "played://m1" } });
  await play.says(PlayedMachine.kind, "m1", { addresses, initialization: { provisioned: true } });
  if (wait) await play.until("the infrastructure is provisioned", () => isFlagged(play, "infrastructureProvisioned"));
}

/** The name of the data Secret in m1. */
export async function dataSecretName(play: PlayedProviders): Promise<unknown> {
  const { spec } = await play.get(Machine, "m1");
  return (spec?.bootstrap as { readonly dataSecretName?: unknown } | undefined)?.dataSecretName;
}

/** Whether an initialization flag of m1 is set. */
export async function isFlagged(play: PlayedProviders, flag: string): Promise<boolean> {
  const { status } = await play.get(Machine, "m1");
  return (status?.initialization as Readonly<Record<string, unknown>> | undefined)?.[flag] === true;
}

/** Waits until m1 is in a phase. */
export function phase(play: PlayedProviders, wanted: string): Promise<void> {
  return play.until(`the phase is ${wanted}`, async () => (await play.get(Machine, "m1")).status?.phase === wanted);
}

function ownedBy(play: PlayedProviders, kind: ResourceKind): Promise<void> {
  return play.until(
    `${kind.kind} has an owner`,
    async () => ((await play.get(kind, "m1")).metadata.ownerReferences ?? []).length > 0,
  );
}

/** Whether an object m1 exists and is being deleted. */
export async function isEnding(play: PlayedProviders, kind: ResourceKind): Promise<boolean> {
  return (await play.find(kind, "m1"))?.metadata.deletionTimestamp !== undefined;
}

/** Whether a condition of an object is True. */
export function isTrue({ status }: AnyObject, type: string): boolean {
  const conditions = (status?.conditions ?? []) as readonly { readonly type: string; readonly status: string }[];
  return conditions.some((condition) => condition.type === type && condition.status === "True");
}
