import { execFile } from "node:child_process";
import { promisify } from "node:util";
import {
  channelSource,
  defineInfraMachine,
  InfraMachineReconciler,
  outcome,
  type Source,
  Type,
} from "@capstan/provider";
import { createRequest } from "@capstan/runtime";

const run = promisify(execFile);

/** A machine whose state the test sets: an instance once it exists, or a fault. */
export const PlainMachine = defineInfraMachine({
  kind: "PlainMachine",
  versions: {
    v1beta2: {
      contract: "v1beta2",
      spec: Type.Object({
        instance: Type.Optional(
          Type.Object({ id: Type.String({ minLength: 1 }), ip: Type.Optional(Type.String({ minLength: 1 })) }),
        ),
        /** Program and arguments; its output is the instance id. */
        command: Type.Optional(Type.Array(Type.String({ minLength: 1 }))),
        fault: Type.Optional(Type.String({ minLength: 1 })),
        staysWhenDeleted: Type.Optional(Type.Boolean()),
      }),
    },
  },
});

/** A call to the provider's own code. */
export interface PlainCall {
  /** `<namespace>/<name>` */
  readonly machine: string;
  /** The user data for the instance; undefined if there is none. */
  readonly userData: string | undefined;
}

/** Provisions PlainMachines, and records its calls. */
export class PlainMachineReconciler extends InfraMachineReconciler<typeof PlainMachine> {
  readonly definition = PlainMachine;
  readonly #calls: PlainCall[] = [];
  readonly #outside = channelSource();
  readonly #started = new Map<string, string>();

  /** An instance that an external system has started, reported by an external event: from a queue, or a webhook of a cloud. */
  startedElsewhere(name: string, namespace: string, id: string): void {
    this.#started.set(`${namespace}/${name}`, id);
    this.#outside.push(createRequest(name, namespace));
  }

  /** The calls for a machine. */
  callsOf(name: string, namespace: string): readonly PlainCall[] {
    return this.#calls.filter(({ machine }) => machine === `${namespace}/${name}`);
  }

  override sources(): readonly Source[] {
    return [this.#outside];
  }

  async reconcileMachine({ object, bootstrapData }: this["Scope"]) {
    const { name, namespace } = object.metadata;
    const machine = `${namespace}/${name}`;
    this.#calls.push({ machine, userData: bootstrapData });
    const { instance, fault, command } = object.spec;
    if (fault !== undefined) return outcome.failed("CloudRefused", fault);
    const id = instance?.id ?? this.#started.get(machine) ?? (await outputOf(command));
    if (id === undefined) return outcome.pending("InstanceStarting");
    return outcome.provisioned({
      providerID: `plain://${id}`,
      ...(instance?.ip === undefined ? {} : { addresses: [{ type: "InternalIP", address: instance.ip }] }),
    });
  }

  deleteMachine({ object }: this["DeletionScope"]) {
    return object.spec.staysWhenDeleted === true ? outcome.pending("InstanceStopping") : outcome.deleted();
  }
}

async function outputOf(command: readonly string[] | undefined): Promise<string | undefined> {
  const [program, ...flags] = command ?? [];
  return program === undefined ? undefined : (await run(program, flags)).stdout.trim();
}
