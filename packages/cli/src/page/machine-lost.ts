import { Machine } from "@capstan/contract";
import { fieldsOf, objectKeyText, textAt, uniqueName } from "@capstan/kube";
import { type Client, systemClock } from "@capstan/runtime";
import { ActionRefusedError } from "./action-refused-error.ts";
import type { PageFault } from "./faults.ts";
import { kindOfObject } from "./kind-of-object.ts";

/** The facts about the server behind a Machine. */
export interface ServerOfMachine {
  readonly providerID: string;
  /** The object of the infrastructure provider. */
  readonly infrastructure: { readonly kind: string; readonly namespace: string; readonly name: string };
}

/** Loses a server, if it has it. @returns whether it did. */
export type LoseServer = (server: ServerOfMachine) => Promise<boolean>;

/** When the server of an object was last lost. */
const lostAnnotation = "capstan-page/server-lost";

/** Loses the server of a Machine without its provider's knowledge, as when a user deletes it in the console of a cloud. */
export function machineLost(client: Client, clouds: readonly LoseServer[]): PageFault {
  return {
    type: "machine-lost",
    title: "The server of a Machine is lost",
    explanation:
      "The cloud loses the server without reporting it. The provider must notice, and must not create a second server.",
    forObject: true,
    begin: async (object, signal) => {
      if (object?.row.kind !== Machine.kind) throw new ActionRefusedError(422, "only a Machine has a server to lose");
      const { namespace, name } = object.row;
      const machine = await client.get(Machine, { namespace, name }, { signal });
      const { infrastructureRef } = machine.spec;
      const kind = await kindOfObject(client, infrastructureRef, signal);
      const key = { namespace, name: infrastructureRef.name };
      const infrastructure = await client.get(kind, key, { signal });
      const providerID = textAt(fieldsOf(infrastructure), "spec", "providerID") ?? machine.spec.providerID ?? "";
      const server = { providerID, infrastructure: { kind: infrastructureRef.kind, ...key } };
      for (const lose of clouds) {
        if (!(await lose(server))) continue;
        // Its provider would otherwise reconcile only at the next change.
        const body = { metadata: { annotations: { [lostAnnotation]: new Date(systemClock.now()).toISOString() } } };
        await client.patch(kind, key, { type: "merge", body }, { signal });
        return undefined;
      }
      throw new ActionRefusedError(
        422,
        `no cloud here can lose the server of ${name}; keep the servers of a cloud in memory in a devMap() of @capstan/provider under their id or name, or use the mock cloud of --with mock`,
      );
    },
  };
}

/** The keys under which a cloud in memory may have a server. */
export function keysOf({ providerID, infrastructure }: ServerOfMachine): string[] {
  const { namespace, name } = infrastructure;
  const id = providerID.replace(/^[^:]*:\/*/, "");
  const keys = [
    providerID,
    id,
    id.split("/").at(-1) ?? "",
    objectKeyText({ namespace, name }),
    uniqueName({ metadata: infrastructure }),
    name,
  ];
  return [...new Set(keys)].filter((key) => key !== "");
}
