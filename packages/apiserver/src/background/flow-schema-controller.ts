import { isJsonObject, listAt, textAt } from "@capstan/kube";
import { timestamp } from "../clock/clock.ts";
import { ensureFlowObjects } from "../flow-control/ensure-flow-objects.ts";
import { flowSchemas, levelOf, priorityLevels } from "../flow-control/flow-objects.ts";
import { type Change } from "../store/change.ts";
import { type BackgroundController, everything, type Next } from "./background-controller.ts";
import { applyFields, type World } from "./world.ts";

const applier = { manager: "api-priority-and-fairness-config-consumer-v1", subresource: "status" };

/** Sets the condition of each FlowSchema about its priority level, and restores the mandatory objects. */
export class FlowSchemaController implements BackgroundController {
  readonly #world: Pick<World, "store" | "registry" | "management" | "clock">;

  constructor(world: Pick<World, "store" | "registry" | "management" | "clock">) {
    this.#world = world;
  }

  restore(): readonly string[] {
    return [];
  }

  onChange({ collection }: Change): readonly string[] {
    return collection === flowSchemas || collection === priorityLevels ? [everything] : [];
  }

  reconcile(): Next {
    ensureFlowObjects(this.#world);
    for (const schema of this.#world.store.collection(flowSchemas).list()) {
      const wanted = this.#dangling(levelOf(schema));
      const known = listAt(schema, "status", "conditions").find((one) => textAt(one, "type") === wanted.type);
      const isSame = isJsonObject(known) && known.status === wanted.status && known.message === wanted.message;
      if (!isSame) applyFields(this.#world, schema, { status: { conditions: [wanted] } }, applier);
    }
    return {};
  }

  #dangling(level: string): Readonly<Record<string, string>> {
    const about = `This FlowSchema references the PriorityLevelConfiguration object named ${JSON.stringify(level)}`;
    const { store, clock } = this.#world;
    const time = { lastTransitionTime: timestamp(clock.now()) };
    return store.get(priorityLevels, "", level) === undefined
      ? {
          type: "Dangling",
          status: "True",
          ...time,
          reason: "NotFound",
          message: `${about} but there is no such object`,
        }
      : { type: "Dangling", status: "False", ...time, reason: "Found", message: `${about} and it exists` };
  }
}
