import { Machine } from "@capstan/provider";
import type { TestEnvironment } from "@capstan/testkit";
import type { Scenario } from "@capstan/testkit/perturbation";

/**
 * The life of Machines: the first, a second, a replacement of the first, and deletion of all.
 * @param create - creates a Machine of that name, and waits until the provider is done with it.
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
