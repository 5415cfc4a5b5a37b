import { type CustomResourceDefinition, isCRD } from "@capstan/contract";
import { ArgumentError } from "@capstan/kube";
import { type ProcessScenario, stepsOfObjects } from "@capstan/testkit/perturbation";
import { documentsIn, objectsIn } from "../manifests/documents-in.ts";

interface Files {
  readonly scenario?: string;
  readonly provider?: string;
  readonly crds?: readonly string[];
  readonly objects?: readonly string[];
  readonly watches?: string;
}

/**
 * The scenario of a manager, its CRDs, and objects that are created and deleted again.
 *
 * @throws ArgumentError there are no objects, or the kinds that the manager watches are unknown.
 */
export async function scenarioOfObjects(files: Files): Promise<ProcessScenario> {
  const { provider = "", scenario: name = "objects" } = files;
  const crds = await documentsIn(files.crds ?? []);
  const objects = await objectsIn(files.objects ?? []);
  if (objects.length === 0) throw new ArgumentError("--objects has no object to create");
  const kinds = new Set(objects.map(({ kind }) => kind));
  const known = crds
    .filter((document): document is CustomResourceDefinition => isCRD(document))
    .find(({ spec }) => kinds.has(spec.names.kind));
  const watches = files.watches ?? known?.spec.names.plural;
  if (watches !== undefined) return { name, provider, crds, watches, steps: stepsOfObjects(objects) };
  throw new ArgumentError("--crds has no kind of --objects; pass --watches with a resource that the manager watches");
}
