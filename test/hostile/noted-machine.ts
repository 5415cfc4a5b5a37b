import {
  ConfigMap,
  defineInfraMachine,
  enqueueForOwner,
  InfraMachineReconciler,
  isOwnedBy,
  outcome,
  type Source,
  Type,
} from "@capstan/provider";

/** An author's kind, whose objects own ConfigMaps. */
export const NotedMachine = defineInfraMachine({
  kind: "NotedMachine",
  versions: { v1beta2: { contract: "v1beta2", spec: Type.Object({}), status: Type.Object({ notes: Type.Integer() }) } },
});

/** Counts the ConfigMaps of each NotedMachine, triggered by their changes, with the API that the SDK offers authors. */
export class NotedMachineReconciler extends InfraMachineReconciler<typeof NotedMachine> {
  readonly definition: typeof NotedMachine = NotedMachine;
  /** The reconciled objects, as `namespace/name`. */
  readonly reconciled: string[] = [];

  override sources(): readonly Source[] {
    const { group, kind: ownerKind } = NotedMachine.kind;
    return [enqueueForOwner(ConfigMap, { group, ownerKind })];
  }

  async reconcileMachine({ object, cache }: this["Scope"]) {
    const { namespace, name } = object.metadata;
    this.reconciled.push(`${namespace}/${name}`);
    const notes = await cache.list(ConfigMap, { namespace });
    return outcome.provisioned({
      providerID: `noted://${namespace}/${name}`,
      addresses: [],
      status: { notes: notes.filter((note) => isOwnedBy(note, object)).length },
    });
  }

  deleteMachine() {
    return outcome.deleted();
  }
}
