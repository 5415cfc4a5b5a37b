import {
  Cluster,
  type CustomResourceDefinition,
  fieldOf,
  type KubernetesObject,
  labels,
  Machine,
  type ResourceKind,
} from "@capstan/contract";
import { fieldsOf, groupVersionOf, objectAt } from "@capstan/kube";
import { networks } from "../../builders/test-objects.ts";
import { anyVersion, type Subject, type TestedKind } from "../scene/subject.ts";
import { sampleValue } from "../../values/sample-value.ts";

/** A user's samples: manifests of a Cluster with a Machine, ready to apply. */
export type Samples = readonly KubernetesObject[];

const anyEndpoint = { host: "127.0.0.1", port: 6443 };

/** How to create an object of a kind: with the spec of a sample, or else with the minimum that the schema of its CRD requires. */
export function subjectOf(
  definition: TestedKind,
  kinds: readonly TestedKind[],
  samples: Samples,
  settings: Pick<Subject, "sentinelFile" | "withinSeconds">,
): Subject {
  const infraCluster = kinds.find(({ role }) => role === "InfraCluster");
  const needsCluster = infraCluster !== undefined && definition.role !== "InfraCluster";
  const machine = sampleOf(Machine, samples);
  const isOfMachine = definition.role === "BootstrapConfig" || definition.role === "InfraMachine";
  return {
    ...settings,
    definition,
    spec: sampleSpec(definition, samples),
    templateSpec: sampleTemplateSpec(definition, samples),
    cluster: clusterSpec(definition, samples),
    ...(needsCluster ? { infraCluster, infraClusterSpec: sampleSpec(infraCluster, samples) } : {}),
    ...(isOfMachine ? { machine: machineSpec(machine) } : {}),
    // The first Machine of a Cluster: bootstrap data of all others requires a workload cluster.
    controlPlane: machine === undefined || labels.controlPlane in (machine.metadata.labels ?? {}),
  };
}

/** The samples that are neither of the core's kinds nor of these, such as a Secret with credentials: they are applied first. */
export function prerequisites(samples: Samples, kinds: readonly { readonly kind: ResourceKind }[]): Samples {
  const groups = new Set([Cluster.group, ...kinds.map(({ kind }) => kind.group)]);
  const names = new Set(kinds.flatMap(({ kind }) => [kind.kind, `${kind.kind}Template`]));
  return samples.filter(({ apiVersion, kind }) => {
    const { group } = groupVersionOf(apiVersion);
    return !groups.has(group) || (group !== Cluster.group && !names.has(kind));
  });
}

function sampleSpec({ kind, templateKind, role, contract, crds }: TestedKind, samples: Samples): object {
  const template = templateKind === undefined ? {} : fieldsOf(sampleOf(templateKind, samples));
  const given = objectAt(sampleOf(kind, samples), "spec") ?? objectAt(template, "spec", "template", "spec");
  const endpoint =
    role === "InfraCluster" ? fieldOf(role, "controlPlaneEndpoint", contract).place.path.split(".")[1] : "";
  if (given !== undefined) return Object.fromEntries(Object.entries(given).filter(([name]) => name !== endpoint));
  return smallestSpec(crds[0], kind);
}

/** A Template may have fields of its own next to `template`. */
function sampleTemplateSpec({ templateKind, crds }: TestedKind, samples: Samples): object {
  if (templateKind === undefined) return {};
  const crd = crds.find(({ spec }) => spec.names.kind === templateKind.kind);
  return objectAt(sampleOf(templateKind, samples), "spec") ?? smallestSpec(crd, templateKind);
}

/** The minimum that the schema of a version requires. */
function smallestSpec(crd: CustomResourceDefinition | undefined, { version }: ResourceKind): object {
  const served = crd?.spec.versions.find(({ name }) => name === version);
  return fieldsOf(sampleValue(fieldsOf(served?.schema.openAPIV3Schema.properties?.spec)));
}

/** References in a Cluster's spec, which the scenes replace with their own. */
const ofOtherKinds: ReadonlySet<string> = new Set(["controlPlaneRef", "infrastructureRef", "topology"]);

function clusterSpec({ role }: TestedKind, samples: Samples): Cluster["spec"] {
  const spec = Object.entries(fieldsOf(fieldsOf(sampleOf(Cluster, samples)).spec));
  const own = Object.fromEntries(spec.filter(([name]) => !ofOtherKinds.has(name)));
  const makesEndpoint = role === "InfraCluster" || role === "ControlPlane";
  return { ...networks, ...(makesEndpoint ? {} : { controlPlaneEndpoint: anyEndpoint }), ...own };
}

function machineSpec(machine: KubernetesObject | undefined): NonNullable<Subject["machine"]> {
  const { version = anyVersion, failureDomain } = fieldsOf(fieldsOf(machine).spec);
  return {
    version: String(version),
    ...(typeof failureDomain === "string" ? { failureDomain } : {}),
  };
}

function sampleOf(
  { group, kind }: { readonly group: string; readonly kind: string },
  samples: Samples,
): KubernetesObject | undefined {
  return samples.find((sample) => sample.kind === kind && groupVersionOf(sample.apiVersion).group === group);
}
