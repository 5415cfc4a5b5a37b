import { type CheckedCRD, isCRD, labelOf } from "@capstan/contract";
import { fieldsAt, isJsonObject, listAt, textAt } from "@capstan/kube";
import { mutate } from "../../../packages/contract/test/rules/mutation.ts";
import { type FaultSubject, type FaultTarget, type Json } from "./fault.ts";

/** Keys and indexes of a path from the root of a document. */
export type Keys = readonly (string | number)[];

/** One change of one document. */
export function change(index: number, document: Json, at: Keys, to: unknown): FaultTarget {
  const value = typeof to === "symbol" ? "absent" : JSON.stringify(to);
  return { index, what: `${labelOf(document)}: ${at.join(".")} ${value}`, faulty: () => mutate(document, { at, to }) };
}

/** Omits the document. */
export function removal(index: number, document: Json): FaultTarget {
  return { index, what: `${labelOf(document)}: absent`, faulty: () => undefined };
}

/** The targets in each document of these kinds. */
export function inKinds(
  kinds: readonly string[],
  { documents }: FaultSubject,
  targetsIn: (document: Json, index: number) => FaultTarget[],
): FaultTarget[] {
  return documents.flatMap((document, index) =>
    kinds.includes(String(document.kind)) ? targetsIn(document, index) : [],
  );
}

/** A CRD with a role, with the version that the core selects. */
export interface RoleCRD {
  readonly index: number;
  readonly document: Json;
  readonly role: string;
  readonly group: string;
  readonly kind: string;
  readonly selected: CheckedCRD["selected"];
  /** The index of the selected version. */
  readonly version: number;
}

/** The targets in each CRD with a role. */
export function inRoleCRDs(subject: FaultSubject, targetsIn: (crd: RoleCRD) => FaultTarget[]): FaultTarget[] {
  return subject.documents.flatMap((document, index) => {
    const checked = subject.checked.get(labelOf(document));
    if (!isCRD(document) || checked === undefined) return [];
    const { role, selected } = checked;
    const names = listAt(document, "spec", "versions").map((version) => textAt(version, "name"));
    const version = names.indexOf(selected?.version);
    const [group = "", kind = ""] = [textAt(document, "spec", "group"), textAt(document, "spec", "names", "kind")];
    return targetsIn({ index, document, role, group, kind, selected, version });
  });
}

/** The keys of the schema of a field in a version: `status.ready`. */
export function schemaOf(version: number, path: string): Keys {
  const fields = path.split(".").flatMap((name) => ["properties", name]);
  return ["spec", "versions", version, "schema", "openAPIV3Schema", ...fields];
}

/** The value at a path; `undefined` if a part of the path is missing. */
export function valueAt(document: unknown, keys: Keys): unknown {
  return keys.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return (value as unknown[])[Number(key)];
    return isJsonObject(value) ? value[key] : undefined;
  }, document);
}

/** The ClusterRoles and Roles that are bound to the account of a Deployment, with their index. */
export function rolesOfManagers({ documents }: FaultSubject): { readonly role: Json; readonly index: number }[] {
  const accounts = documents
    .filter(({ kind }) => kind === "Deployment")
    .map((deployment) => textAt(deployment, "spec", "template", "spec", "serviceAccountName") ?? "default");
  const bindings = documents.filter(({ kind }) => /^(Cluster)?RoleBinding$/.test(String(kind)));
  const bound = bindings.filter((binding) =>
    listAt(binding, "subjects").some((subject) => accounts.includes(textAt(subject, "name") ?? "")),
  );
  return documents.flatMap((role, index) => {
    const isBound = bound.some((binding) => {
      const { kind, name } = fieldsAt(binding, "roleRef");
      return kind === role.kind && name === textAt(role, "metadata", "name");
    });
    return isBound ? [{ role, index }] : [];
  });
}
