import { type ObjectOf, type ProviderDefinition } from "@capstan/provider";
import type { TestEnvironment } from "@capstan/testkit";
import type { Scenario } from "@capstan/testkit/perturbation";
import { machineSteps } from "./machine-steps.ts";

interface Options<I extends ProviderDefinition<"InfraMachine">> {
  readonly infrastructure: I;
  readonly spec?: Partial<ObjectOf<I>["spec"]>;
  readonly infraCluster?: ProviderDefinition<"InfraCluster">;
  readonly infraClusterSpec?: (env: TestEnvironment) => object;
}

const bootstrapData = "#!/bin/sh\ntrue\n";

/** Machines of an infrastructure provider: the first, a second, and deletion of both. */
export function lifeOfMachine<I extends ProviderDefinition<"InfraMachine">>({
  infrastructure,
  spec = {},
  infraCluster,
  infraClusterSpec = () => ({}),
}: Options<I>): Pick<Scenario, "steps" | "replaceable"> {
  const create = async (env: TestEnvironment, name: string): Promise<void> => {
    const cluster = await env.createCluster({
      name: `of-${name}`,
      ...(infraCluster === undefined
        ? {}
        : { infrastructure: infraCluster, infrastructureSpec: infraClusterSpec(env) }),
    });
    const machine = await env.createMachine({ name, cluster, infrastructure, spec, bootstrapData });
    await env.until(`${name} Provisioned`, async () => (await machine.phase()).phase === "Provisioned");
  };
  return {
    steps: machineSteps(create),
    replaceable: ["Secret/m2"],
  };
}
