import { annotations, type KubernetesObject, reservedNames, type ResourceKind } from "@capstan/contract";
import { fieldsAt } from "@capstan/kube";
import { isRefusal } from "../../client/is-refusal.ts";
import { specChanges } from "../../values/spec-changes.ts";
import { must, mustEqual, NotObservable } from "../scene/not-so.ts";
import type { Scene } from "../scene/scene.ts";
import { templateObject } from "./template-object.ts";

const name = "classy";

/** The field manager of the topology controller. */
const fieldManager = "capi-topology";

/** How an update is requested. */
interface Way {
  readonly dryRun: boolean;
  /** Whether the object has the annotation of the topology controller's dry runs. */
  readonly isMarked: boolean;
}

/**
 * The topology controller applies what a Template should have and what it has, each in a dry run, to find out whether it must replace it. A
 * difference where nothing was changed replaces all machines in every reconcile. A Template that is immutable for everyone else takes such
 * dry runs.
 */
export async function expectTopologyDryRun(scene: Scene): Promise<void> {
  const { templateKind } = scene.subject.definition;
  if (templateKind === undefined) throw new NotObservable("the kind has no Template");
  const spec = scene.subject.spec ?? {};
  const stored = await apply(scene, templateKind, spec, { dryRun: false, isMarked: false });

  scene.about("BT-008");
  const dryRunOf = async (applied: object) => {
    const answer = await admitted(scene, templateKind, applied, { dryRun: true, isMarked: true });
    must(answer !== undefined, "its Template refuses a dry run of the topology controller that changes nothing");
    return specOf(answer);
  };
  const wanted = await dryRunOf(spec);
  mustEqual("spec.template.spec in a dry run of the stored Template", await dryRunOf(specOf(stored)), wanted);

  for (const changed of await validChanges(scene, templateKind, spec)) {
    const admits = async (way: Way) => (await admitted(scene, templateKind, changed, way)) !== undefined;
    if (await admits({ dryRun: false, isMarked: false })) continue;
    const what = `its Template, which refuses a change of spec.template.spec to ${JSON.stringify(changed)},`;
    must(await admits({ dryRun: true, isMarked: true }), `${what} refuses the dry run of the topology controller, too`);
    must(!(await admits({ dryRun: true, isMarked: false })), `${what} admits it in any dry run`);
    must(!(await admits({ dryRun: false, isMarked: true })), `${what} admits it if the object has the annotation`);
  }
}

function specOf(template: KubernetesObject): object {
  return fieldsAt(template, "spec", "template", "spec");
}

/** Changed specs that a new Template may have. */
async function validChanges(scene: Scene, kind: ResourceKind, spec: object): Promise<readonly object[]> {
  const { crds, role, contract } = scene.subject.definition;
  const crd = crds.find(({ spec: { names } }) => names.kind === kind.kind);
  const version = crd?.spec.versions.find((served) => served.name === kind.version);
  const schema = version?.schema.openAPIV3Schema.properties?.spec?.properties?.template?.properties?.spec;
  if (schema === undefined) return [];
  const notOfUser = new Set(reservedNames(role, contract, "spec").keys());
  const found: object[] = [];
  for (const { spec: changed } of specChanges({ schema, spec, notOfUser, seed: 1, atMost: 5 })) {
    const isValid = await admitted(scene, kind, changed, { dryRun: true, isMarked: false }, `${name}-other`);
    if (isValid !== undefined) found.push(changed);
  }
  return found;
}

/** The answer of the API server; undefined if a webhook or the schema refuses the Template. */
async function admitted(
  ...[scene, kind, spec, way, templateName]: Parameters<typeof apply>
): Promise<KubernetesObject | undefined> {
  try {
    return await apply(scene, kind, spec, way, templateName);
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

function apply(
  { client, namespace, subject }: Scene,
  kind: ResourceKind,
  spec: object,
  { dryRun, isMarked }: Way,
  templateName = name,
): Promise<KubernetesObject> {
  const key = { name: templateName, namespace };
  const metadata = { ...key, ...(isMarked ? { annotations: { [annotations.topologyDryRun]: "" } } : {}) };
  const body = templateObject(subject, kind, metadata, spec);
  return client.patch<KubernetesObject>(kind, key, { type: "apply", body, fieldManager, force: true }, { dryRun });
}
