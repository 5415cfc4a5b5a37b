import { Machine } from "@capstan/provider";
import type { TestEnvironment } from "@capstan/testkit";
import type { Scenario } from "@capstan/testkit/perturbation";

/**
 * The life of Machines: one, another, one in the place of the first, and none.
 *
 * @param create - makes a Machine of that name, and waits for what the provider does for it.
 */
export function machineSteps(create: (env: TestEnvironment, name: string) => Promise<void>): Scenario["steps"] {
  return {
    create: (env) => create(env, "m1"),
    scale: (env) => create(env, "m2"),
    roll: async (env) => {
      await create(env, "m3");
      await remove(env, "m1");
    },
    delete: async (env) => {
      for (const name of ["m2", "m3"]) await remove(env, name);
      await env.until("no Machine left", async () => (await env.client.list(Machine)).items.length === 0);
    },
  };
}

async function remove({ client }: TestEnvironment, name: string): Promise<void> {
  await client.delete(Machine, { name, namespace: "default" });
}
