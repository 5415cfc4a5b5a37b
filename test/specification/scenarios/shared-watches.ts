import { Machine } from "@capstan/contract";
import { expect, test } from "vitest";
import type { ServedRequest } from "@capstan/harness/scenes";
import { ShellConfig } from "../../../examples/bootstrap-shell/src/api/shell-config.ts";
import { PlainMachine } from "../scene/plain-machines.ts";
import { machine, object, type ProviderMix } from "../scene/provider-mix.ts";

/** The resource names of both kinds of provider objects. */
const resources = ["shellconfigs", "plainmachines"];

/** The core's watches for kinds without any observed object: needs a separate world. */
export function describeSharedWatches(start: () => Promise<ProviderMix>): void {
  test("S034 S074: the first Machine of two kinds starts one watch of each, and 100 more start none", async () => {
    await using world = await start();
    await using scene = await world.scene();
    const reads = (verb: ServedRequest["verb"]): string[] =>
      world.management
        .requests()
        .filter((each) => each.manager === "capstan-core" && each.verb === verb && resources.includes(each.resource))
        .map(({ resource }) => resource);
    const add = async (name: string): Promise<void> => {
      await scene.create(
        object(ShellConfig.kind, name, { script: "wait" }),
        object(PlainMachine.kind, name, {}),
        machine(name, { bootstrap: ShellConfig.kind }),
      );
    };
    await world.management.settled();
    expect([...reads("list"), ...reads("watch")]).toEqual([]);

    await add("m0");
    await scene.until("Machine m0 has a phase", () => scene.machine("m0").status?.phase !== undefined);
    await world.management.settled();
    expect(reads("watch").toSorted()).toEqual(resources.toSorted());
    const lists = reads("list").length;

    const names = Array.from({ length: 100 }, (_, index) => `more-${index}`);
    await Promise.all(names.map(add));
    await scene.until("all have a phase", () => names.every((name) => scene.machine(name).status?.phase !== undefined));
    expect(reads("list")).toHaveLength(lists);
    await world.management.settled();
    expect(reads("watch").toSorted()).toEqual(resources.toSorted());
    await Promise.all(["m0", ...names].map((name) => scene.client.delete(Machine, scene.key(name))));
    await scene.until("all Machines deleted", () => scene.list(Machine).length === 0);
  });
}
