import {
  isJsonObject,
  jsonEqual,
  type JsonObject,
  listAt,
  objectAt,
  quantityNanos,
  textAt,
  without,
} from "@capstan/kube";
import { type ApiObject } from "../../../object/api-object.ts";
import { type FieldError, forbiddenAt, required, unsupported } from "../../../status/field-error.ts";
import { accessModes, at, type KindRules, size, text } from "./cells.ts";
import { unchanged } from "./field-errors.ts";

export const persistentVolumeRules: KindRules = {
  prepareForCreate: (object) => ({
    ...object,
    status: { phase: "Pending", lastPhaseTransitionTime: object.metadata.creationTimestamp },
  }),
  validate: (object) => [
    ...(listAt(object, "spec", "accessModes").length === 0 ? [required("spec.accessModes")] : checkModes(object)),
    ...(objectAt(object, "spec", "capacity") === undefined ? [required("spec.capacity")] : []),
  ],
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
  validate: (object, previous) => [...checkClaim(object), ...checkClaimUpdate(object, previous)],
  warnings: warningsOfClaim,
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

function warningsOfClaim(claim: ApiObject): string[] {
  const annotation = "volume.beta.kubernetes.io/storage-class";
  const storage = textAt(claim, "spec", "resources", "requests", "storage") ?? "0";
  const isWhole = (quantityNanos(storage) ?? 0n) % 1_000_000_000n === 0n;
  return [
    ...(claim.metadata.annotations?.[annotation] === undefined
      ? []
      : [`metadata.annotations[${annotation}]: deprecated since v1.8; use "storageClassName" attribute instead`]),
    ...(isWhole
      ? []
      : [
          `spec.resources.requests[storage]: fractional byte value ${JSON.stringify(storage)} is invalid, must be an integer`,
        ]),
  ];
}

function phaseCell(object: ApiObject): string {
  if (object.metadata.deletionTimestamp !== undefined) return "Terminating";
  return textAt(object, "status", "phase") ?? "";
}

function checkClaim(object: ApiObject): FieldError[] {
  const requests = objectAt(object, "spec", "resources", "requests");
  const detail = "at least 1 access mode is required";
  return [
    ...(listAt(object, "spec", "accessModes").length === 0 ? [required("spec.accessModes", detail)] : []),
    ...checkModes(object),
    ...(requests?.storage === undefined ? [required("spec.resources[storage]")] : []),
  ];
}

const modes = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"];

function checkModes(object: ApiObject): FieldError[] {
  return listAt(object, "spec", "accessModes").flatMap((mode) =>
    modes.includes(String(mode)) ? [] : [unsupported("spec.accessModes", mode, modes)],
  );
}

/** A claim may become bound, and request more; nothing else may change. */
function checkClaimUpdate(object: ApiObject, previous: ApiObject | undefined): FieldError[] {
  if (previous === undefined) return [];
  const wasBound = textAt(previous, "spec", "volumeName") !== undefined;
  const fixed = (claim: ApiObject): JsonObject => {
    const spec = objectAt(claim, "spec") ?? {};
    const { requests, ...resources } = objectAt(spec, "resources") ?? {};
    const own = isJsonObject(requests) ? requests : {};
    const rest = { ...resources, requests: wasBound ? without(own, "storage") : own };
    const free = ["volumeAttributesClassName", ...(wasBound ? [] : ["volumeName", "storageClassName"])];
    return { ...without(spec, ...free), resources: rest };
  };
  if (jsonEqual(fixed(object), fixed(previous))) return [];
  const detail =
    "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims";
  return [forbiddenAt("spec", detail)];
}

export const storageClassRules: KindRules = {
  validate: (object, previous) => [
    ...((textAt(object, "provisioner") ?? "") === "" ? [required("provisioner")] : []),
    ...unchanged(object, previous, ["parameters", "provisioner", "reclaimPolicy", "volumeBindingMode"]),
  ],
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
  cells: {
    Attacher: text("spec", "attacher"),
    PV: text("spec", "source", "persistentVolumeName"),
    Node: text("spec", "nodeName"),
    Attached: at("status", "attached")(false),
  },
};

export const csiDriverRules: KindRules = {
  cells: {
    AttachRequired: at("spec", "attachRequired")(true),
    PodInfoOnMount: at("spec", "podInfoOnMount")(false),
    StorageCapacity: at("spec", "storageCapacity")(false),
    TokenRequests: (object) =>
      listAt(object, "spec", "tokenRequests")
        .map((one) => textAt(one, "audience") ?? "")
        .join(",") || "<unset>",
    RequiresRepublish: at("spec", "requiresRepublish")(false),
    Modes: (object) => listAt(object, "spec", "volumeLifecycleModes").map(String).join(",") || "<none>",
  },
};

export const csiNodeRules: KindRules = { cells: { Drivers: size("spec", "drivers") } };

export const volumeAttributesClassRules: KindRules = {
  validate: (object, previous) => unchanged(object, previous, ["driverName", "parameters"]),
  cells: { DriverName: text("driverName") },
};
