import type { ConversionLoss, KubernetesObject } from "@capstan/contract";
import { groupOfApiVersion, isCapstanError, isJsonObject, type ObjectRef, versionOfApiVersion } from "@capstan/kube";
import { describeRef, refOf } from "../errors/object-ref.ts";
import type { Converter } from "./converter.ts";

const apiVersion = "apiextensions.k8s.io/v1";

/** The request of a ConversionReview (apiextensions.k8s.io/v1). */
export interface ConversionRequest {
  readonly uid: string;
  /** The target group and version. */
  readonly desiredAPIVersion: string;
  readonly objects: readonly KubernetesObject[];
}

/** A ConversionReview with its response. */
export interface ConversionReview {
  readonly apiVersion: typeof apiVersion;
  readonly kind: "ConversionReview";
  readonly response: {
    readonly uid: string;
    readonly result: { readonly status: "Success" } | { readonly status: "Failure"; readonly message: string };
    /** In the order of the request; empty after a failure. */
    readonly convertedObjects: readonly KubernetesObject[];
  };
}

/** The request in a body; `undefined` if it is not a supported ConversionReview. */
export function readConversionRequest(body: unknown): ConversionRequest | undefined {
  if (!isJsonObject(body) || body.apiVersion !== apiVersion || body.kind !== "ConversionReview") return undefined;
  const { request } = body;
  if (!isJsonObject(request) || typeof request.uid !== "string" || typeof request.desiredAPIVersion !== "string")
    return undefined;
  if (!Array.isArray(request.objects) || !request.objects.every(isObject)) return undefined;
  return { uid: request.uid, desiredAPIVersion: request.desiredAPIVersion, objects: request.objects };
}

/** Callbacks for failures and losses of a conversion. */
export interface ConversionReports {
  /**
   * Called with the object that failed, and whether its kind has no converter. The error message may contain data of the object, and goes
   * only into the answer.
   */
  readonly onFailure: (object: ObjectRef, isForeign: boolean) => void;
  /** Called for each value that an object loses. */
  readonly onLoss: (object: ObjectRef, loss: ConversionLoss) => void;
}

/** Converts all objects of a request, or none: if one fails, the request fails. */
export function reviewConversion(
  { uid, desiredAPIVersion, objects }: ConversionRequest,
  converters: readonly Converter[],
  { onFailure, onLoss }: ConversionReports,
): ConversionReview {
  const review = (result: ConversionReview["response"]["result"], convertedObjects: readonly KubernetesObject[]) =>
    ({ apiVersion, kind: "ConversionReview", response: { uid, result, convertedObjects } }) as const;
  const converted: KubernetesObject[] = [];
  for (const object of objects) {
    try {
      const report = (loss: ConversionLoss): void => {
        onLoss(refOf(object), loss);
      };
      converted.push(convert(object, desiredAPIVersion, converters, report));
    } catch (error) {
      onFailure(refOf(object), error instanceof UnknownKind);
      return review({ status: "Failure", message: messageOf(error, object) }, []);
    }
  }
  return review({ status: "Success" }, converted);
}

// eslint-disable-next-line errors/capstan-errors -- caught in this file
class UnknownKind extends Error {}

function convert(
  object: KubernetesObject,
  desired: string,
  converters: readonly Converter[],
  onLoss: (loss: ConversionLoss) => void,
): KubernetesObject {
  const group = groupOfApiVersion(desired);
  const converter = converters.find((known) => known.group === group && known.kinds.includes(object.kind));
  if (converter === undefined || groupOfApiVersion(object.apiVersion) !== group) {
    throw new UnknownKind(
      `${object.kind} of ${object.apiVersion} cannot be converted to ${desired}: its CRD names a conversion webhook that does not serve this kind`,
    );
  }
  const converted = converter.convert(object, versionOfApiVersion(desired), onLoss);
  const { labels, annotations } = converted.metadata;
  // The API server refuses an answer that changes any other metadata.
  const fixed = Object.entries(object.metadata).filter(([name]) => name !== "labels" && name !== "annotations");
  const free = Object.entries({ labels, annotations }).filter(([, value]) => value !== undefined);
  return { ...converted, metadata: Object.fromEntries([...fixed, ...free]) as KubernetesObject["metadata"] };
}

/** For errors that are not written for users, only the name: the message might quote anything. */
function messageOf(error: unknown, object: KubernetesObject): string {
  if (isCapstanError(error) || error instanceof UnknownKind) return error.message;
  return `${describeRef(refOf(object))} cannot be converted: ${error instanceof Error ? error.name : "unknown error"}`;
}

/** Objects may lack a name while server-side apply assembles them. */
function isObject(value: unknown): value is KubernetesObject {
  return (
    isJsonObject(value) &&
    typeof value.apiVersion === "string" &&
    typeof value.kind === "string" &&
    isJsonObject(value.metadata)
  );
}
