import { greaterQuantity, quantityNanos, quantityValue, textAt } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { type ResourceList } from "../object/resource-list.ts";
import { persistentVolumeClaims } from "../registry/built-in/built-ins.ts";
import { countName, type Evaluator, namesClass } from "./evaluator.ts";

const count = countName(persistentVolumeClaims);
const storage = "requests.storage";
const ofClaims = [persistentVolumeClaims.plural, storage];
const ofClass = ".storageclass.storage.k8s.io/";

/** PersistentVolumeClaims and their requested storage, in total and by storage class. */
export const claimUsage: Evaluator = {
  tracks: (name) =>
    name === count || ofClaims.includes(name) || ofClaims.some((own) => name.endsWith(`${ofClass}${own}`)),
  handles: ({ operation, target: { subresource } }) =>
    subresource === undefined ? operation !== "DELETE" : subresource === "status",
  isInScope: (claim, requirement) =>
    requirement.scope === "VolumeAttributesClass" && namesClass(attributesClasses(claim), requirement),
  usage: (claim): ResourceList => {
    const asked = storageOf(claim);
    const own = { [persistentVolumeClaims.plural]: "1", ...(asked === undefined ? {} : { [storage]: asked }) };
    const storageClass = storageClassOf(claim);
    const byClass = Object.entries(storageClass === "" ? {} : own).map(([name, amount]): [string, string] => [
      `${storageClass}${ofClass}${name}`,
      amount,
    ]);
    return { [count]: "1", ...own, ...Object.fromEntries(byClass) };
  },
};

function storageClassOf(claim: ApiObject): string {
  const annotated = claim.metadata.annotations?.["volume.beta.kubernetes.io/storage-class"];
  return annotated ?? textAt(claim, "spec", "storageClassName") ?? "";
}

/** The requested storage, or the allocated storage if it is larger, in bytes. */
function storageOf(claim: ApiObject): string | undefined {
  const asked = textAt(claim, "spec", "resources", "requests", "storage");
  if (asked === undefined) return undefined;
  const most = greaterQuantity(asked, textAt(claim, "status", "allocatedResources", "storage") ?? "0");
  const isWhole = (quantityNanos(most) ?? 0n) % 1_000_000_000n === 0n;
  return isWhole ? most : String(quantityValue(most) ?? 0n);
}

function attributesClasses(claim: ApiObject): string[] {
  const names = [
    textAt(claim, "spec", "volumeAttributesClassName"),
    textAt(claim, "status", "currentVolumeAttributesClassName"),
    textAt(claim, "status", "modifyVolumeStatus", "targetVolumeAttributesClassName"),
  ];
  return names.flatMap((name) => (name === undefined || name === "" ? [] : [name]));
}
