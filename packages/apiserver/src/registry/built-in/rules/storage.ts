import { objectAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../../../object/api-object.ts";
import { accessModes, at, type KindRules, size, text } from "./cells.ts";
import { unchanged } from "./field-errors.ts";

export const persistentVolumeRules: KindRules = {
  prepareForCreate: (object) => ({
    ...object,
    status: { phase: "Pending", lastPhaseTransitionTime: object.metadata.creationTimestamp },
  }),
  cells: {
    Capacity: at("spec", "capacity", "storage")("0"),
    "Access Modes": accessModes("spec", "accessModes"),
    "Reclaim Policy": text("spec", "persistentVolumeReclaimPolicy"),
    Status: phaseCell,
    Claim: (object) => {
      const claim = objectAt(object, "spec", "claimRef");
      return claim === undefined ? "" : `${textAt(claim, "namespace") ?? ""}/${textAt(claim, "name") ?? ""}`;
    },
    StorageClass: text("spec", "storageClassName"),
    VolumeAttributesClass: at("spec", "volumeAttributesClassName")("<unset>"),
    Reason: text("status", "reason"),
    VolumeMode: at("spec", "volumeMode")("<unset>"),
  },
};

export const persistentVolumeClaimRules: KindRules = {
  cells: {
    Status: phaseCell,
    Volume: text("spec", "volumeName"),
    Capacity: (object, now) =>
      textAt(object, "spec", "volumeName") === undefined ? "" : at("status", "capacity", "storage")("0")(object, now),
    "Access Modes": (object, now) =>
      textAt(object, "spec", "volumeName") === undefined ? "" : accessModes("status", "accessModes")(object, now),
    StorageClass: text("spec", "storageClassName"),
    VolumeAttributesClass: at("spec", "volumeAttributesClassName")("<unset>"),
    VolumeMode: at("spec", "volumeMode")("<unset>"),
  },
};

function phaseCell(object: ApiObject): string {
  if (object.metadata.deletionTimestamp !== undefined) return "Terminating";
  return textAt(object, "status", "phase") ?? "";
}

export const storageClassRules: KindRules = {
  validate: (object, previous) =>
    unchanged(object, previous, ["parameters", "provisioner", "reclaimPolicy", "volumeBindingMode"]),
  cells: {
    Name: (object) => {
      const isDefault = object.metadata.annotations?.["storageclass.kubernetes.io/is-default-class"] === "true";
      return `${object.metadata.name}${isDefault ? " (default)" : ""}`;
    },
    Provisioner: text("provisioner"),
    ReclaimPolicy: text("reclaimPolicy"),
    VolumeBindingMode: text("volumeBindingMode"),
    AllowVolumeExpansion: at("allowVolumeExpansion")(false),
  },
};

export const volumeAttachmentRules: KindRules = {
  validate: (object, previous) => unchanged(object, previous, ["spec"]),
};

export const csiNodeRules: KindRules = { cells: { Drivers: size("spec", "drivers") } };

export const volumeAttributesClassRules: KindRules = {
  validate: (object, previous) => unchanged(object, previous, ["driverName", "parameters"]),
  cells: { DriverName: text("driverName") },
};
