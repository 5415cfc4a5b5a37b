import {
  DockerCluster,
  DockerInfrastructure,
  DockerMachine,
  dockerReconcilers,
  engineLabels,
} from "@capstan/infrastructure-docker";
import type { OutsideThing, Scenario } from "@capstan/testkit/perturbation";
import { ScriptedEngine } from "../../../packages/infrastructure-docker/test/scripted-engine/scripted-engine.ts";
import { lifeOfMachine } from "./life-of-machine.ts";

/** Containers and networks; a machine whose bootstrap data ran twice is another thing. */
function outside(engine: ScriptedEngine): OutsideThing[] {
  const containers = [...engine.containers.values()].map(({ spec, boots }) => ({
    what: `${spec.labels[engineLabels.role]} with ${boots} boots`,
    owner: spec.labels[engineLabels.machine] ?? `load balancer of ${spec.labels[engineLabels.cluster]}`,
  }));
  return [...containers, ...[...engine.networks.keys()].map((owner) => ({ what: "network", owner }))];
}

/** The Docker infrastructure, on an engine in memory: each request to the engine can be disturbed. */
export const dockerInfrastructure: Scenario = {
  name: "docker infrastructure",
  prepare: ({ closing }) => {
    const engine = new ScriptedEngine();
    return {
      reconcilers: (calls) => {
        const infrastructure = closing.use(new DockerInfrastructure(calls.around(engine)));
        return dockerReconcilers(infrastructure);
      },
      outside: () => outside(engine),
    };
  },
  ...lifeOfMachine({
    infrastructure: DockerMachine,
    spec: { customImage: "localhost/node:v1.36.0" },
    infraCluster: DockerCluster,
  }),
  varying: [/\b172\.18\.\d+\.\d+\b/],
};
