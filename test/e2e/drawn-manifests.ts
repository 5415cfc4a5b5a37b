import { type CustomResourceDefinition, type KubernetesObject, MachineDeployment, MachineSet } from "@capstan/contract";
import { drawnValue, SeededRandom } from "@capstan/harness/random";
import { fieldsOf } from "@capstan/kube";

const sets: readonly string[] = [MachineSet.kind, MachineDeployment.kind];

/**
 * Random manifests of a kind, drawn from its schema; sets belong to Cluster `cluster`, with no Machines and a selector that matches no
 * others.
 */
export function drawnManifests(
  crd: CustomResourceDefinition,
  cluster: string,
  count: number,
  seed: number,
): KubernetesObject[] {
  const { group, names, versions } = crd.spec;
  const version = versions.find(({ storage }) => storage);
  if (version === undefined) throw new Error(`${names.kind} has no storage version.`);
  const spec = version.schema.openAPIV3Schema.properties?.spec ?? {};
  const random = new SeededRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const drawn = fieldsOf(filled(drawnValue(spec as Parameters<typeof drawnValue>[0], random)));
    const isOfCluster = "clusterName" in drawn;
    return {
      apiVersion: `${group}/${version.name}`,
      kind: names.kind,
      metadata: { name: `drawn-${names.kind.toLowerCase()}-${index}` },
      spec: {
        ...drawn,
        ...(isOfCluster ? { clusterName: cluster } : {}),
        ...(sets.includes(names.kind) ? ofSet(drawn, cluster) : {}),
      },
    };
  });
}

const filledIn: Readonly<Record<string, object>> = {
  secretKeyRef: { name: "named" },
  configMapKeyRef: { name: "named" },
  fileKeyRef: { optional: true },
};

/**
 * Adds the defaults that the schema sets within an atomic list. Without them, the next user who applies it gets a conflict, with the CRDs
 * of Cluster API, too.
 */
function filled(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, each: unknown) =>
    key in filledIn ? { ...filledIn[key], ...fieldsOf(each) } : each,
  );
}

function ofSet({ template }: Readonly<Record<string, unknown>>, cluster: string): object {
  const { spec, ...rest } = fieldsOf(template);
  return { replicas: 0, selector: {}, template: { ...rest, spec: { ...fieldsOf(spec), clusterName: cluster } } };
}
