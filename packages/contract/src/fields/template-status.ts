import { quantityPattern } from "@capstan/kube";
import Type from "typebox";

/** The values of `status.nodeInfo.architecture` of a Template (rule BT-011). */
export const nodeArchitectures = ["amd64", "arm64", "s390x", "ppc64le"] as const;

/** A CPU architecture of Nodes. */
export type NodeArchitecture = (typeof nodeArchitectures)[number];

/** What the machines of a Template have, by which the cluster autoscaler scales from zero. */
export interface MachineTemplateStatus {
  /** Amounts by name of resource, as Kubernetes quantities: `cpu`, `memory`, `nvidia.com/gpu`, ... */
  capacity?: Record<string, number | string>;
  /** Architecture and operating system of the Nodes. */
  nodeInfo?: { architecture?: NodeArchitecture; operatingSystem?: string };
}

/** A Kubernetes quantity, as the API server describes its own: an integer, or a string with a suffix. */
function quantity() {
  return Type.Unsafe<number | string>({
    anyOf: [{ type: "integer" }, { type: "string" }],
    pattern: quantityPattern,
    "x-kubernetes-int-or-string": true,
  });
}

/** The schema of {@link MachineTemplateStatus} (rules BT-010 and BT-011). */
export function machineTemplateStatus() {
  return Type.Object(
    {
      capacity: Type.Optional(
        Type.Record(Type.String(), quantity(), { description: "Resources of a machine, for autoscaling from zero." }),
      ),
      nodeInfo: Type.Optional(
        Type.Object(
          {
            architecture: Type.Optional(
              Type.Union(
                nodeArchitectures.map((name) => Type.Literal(name)),
                { description: "CPU architecture of the Node." },
              ),
            ),
            operatingSystem: Type.Optional(
              Type.String({ minLength: 1, description: "Operating system, such as linux." }),
            ),
          },
          { minProperties: 1, description: "What is known of the Node before it exists." },
        ),
      ),
    },
    { description: "Observed state of the template." },
  );
}
