import type { ProviderDefinition, ProviderReconciler } from "@capstan/provider";
import type { ExpectedError } from "@capstan/testkit";
import { OddCluster, OddClusterReconciler, OddMachineReconciler } from "./odd-providers.ts";
import { ProviderScene } from "./provider-scene.ts";

/** A complete Machine `m1`, whose provider returns the outcomes of the test. */
export async function startOddMachine<D extends ProviderDefinition<"InfraMachine">>(
  definition: D,
  answer?: OddMachineReconciler<D>["answer"],
  options: { failureDomain?: string; infraCluster?: boolean; ready?: boolean; throws?: readonly ExpectedError[] } = {},
) {
  const reconciler = new OddMachineReconciler(definition);
  if (answer !== undefined) reconciler.answer = answer;
  const { infraCluster = false, ready = true, throws = [], ...machine } = options;
  // Only for its CRDs: the test decides whether an object exists.
  const clusters = new OddClusterReconciler();
  const reconcilers: ProviderReconciler<ProviderDefinition>[] = [reconciler, clusters];
  const world = await ProviderScene.start(reconcilers, { expectedErrors: throws });
  const cluster = await world.createCluster(infraCluster ? { infrastructure: OddCluster } : {});
  if (infraCluster) await world.createOwned(OddCluster, cluster);
  if (ready) await addOddMachine(world, definition, "m1", machine);
  await world.settled();
  return { world, reconciler, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

/** One more of them. */
export async function addOddMachine(
  world: ProviderScene,
  definition: ProviderDefinition,
  name: string,
  options: { failureDomain?: string } = {},
) {
  await world.createDataSecret(name, "#cloud-config with a password");
  const machine = await world.createMachine({ name, infrastructure: definition, dataSecretName: name, ...options });
  await world.createOwned(definition, machine);
}

/** Changes an annotation, which causes an event without work. */
export async function touch(
  world: ProviderScene,
  definition: ProviderDefinition,
  value = "1",
  name = "m1",
): Promise<void> {
  await world.patch(definition.kind, name, { metadata: { annotations: { touched: value } } });
  await world.settled();
}
