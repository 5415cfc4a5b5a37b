import type { KubernetesObject } from "@capstan/contract";
import { isCapstanError, isJsonObject } from "@capstan/kube";
import type {
  AdmissionRequest,
  AdmissionVerdict,
  AdmissionWebhook,
  FieldProblem,
  FieldReason,
} from "./admission-webhook.ts";
import { jsonPatch } from "./json-patch.ts";

const apiVersion = "admission.k8s.io/v1";

/** A request with the id that the answer repeats. */
export interface IdentifiedRequest extends AdmissionRequest {
  readonly uid: string;
}

interface ReviewStatus {
  readonly status: "Failure";
  readonly reason: string;
  readonly code: number;
  readonly message: string;
  readonly details?: object;
}

/** An AdmissionReview with its response. */
export interface AdmissionReview {
  readonly apiVersion: typeof apiVersion;
  readonly kind: "AdmissionReview";
  readonly response: {
    readonly uid: string;
    readonly allowed: boolean;
    readonly status?: ReviewStatus;
    readonly patchType?: "JSONPatch";
    /** Base64. */
    readonly patch?: string;
    readonly warnings?: readonly string[];
  };
}

/** The request in a body; `undefined` if it is not a supported AdmissionReview. */
export function readAdmissionRequest(body: unknown): IdentifiedRequest | undefined {
  if (!isJsonObject(body) || body.apiVersion !== apiVersion || body.kind !== "AdmissionReview") return undefined;
  const { request } = body;
  if (!isJsonObject(request) || typeof request.uid !== "string" || !isJsonObject(request.kind)) return undefined;
  const { uid, operation, kind, name, namespace, object, oldObject, dryRun } = request;
  return {
    uid,
    operation: operation as AdmissionRequest["operation"],
    kind: kind as unknown as AdmissionRequest["kind"],
    name: typeof name === "string" ? name : "",
    ...(typeof namespace === "string" ? { namespace } : {}),
    ...(isJsonObject(object) ? { object: object as unknown as KubernetesObject } : {}),
    ...(isJsonObject(oldObject) ? { oldObject: oldObject as unknown as KubernetesObject } : {}),
    dryRun: dryRun === true,
  };
}

/**
 * Calls the webhook, and converts its verdict for the API server. A webhook that throws refuses the request.
 *
 * @param onFailure - called with the error that the webhook threw.
 */
export async function reviewAdmission(
  request: IdentifiedRequest,
  webhook: AdmissionWebhook,
  onFailure: (error: unknown) => void,
): Promise<AdmissionReview> {
  const { group, kind } = webhook;
  const answer = (response: Omit<AdmissionReview["response"], "uid">): AdmissionReview => {
    return { apiVersion, kind: "AdmissionReview", response: { uid: request.uid, ...response } };
  };
  if (request.kind.group !== group || request.kind.kind !== kind) {
    const message = `${request.kind.kind} of ${request.kind.group} cannot be reviewed: this webhook serves another kind`;
    return answer({ allowed: false, status: { status: "Failure", reason: "BadRequest", code: 400, message } });
  }
  let verdict: AdmissionVerdict;
  try {
    verdict = await webhook.review(request);
  } catch (error) {
    onFailure(error);
    const status = { status: "Failure", reason: "InternalError", code: 500, message: messageOf(error, kind) } as const;
    return answer({ allowed: false, status });
  }
  const { problems = [], warnings = [], object } = verdict;
  const shown = warnings.length === 0 ? {} : { warnings };
  if (problems.length > 0) return answer({ allowed: false, ...shown, status: invalid(request, webhook, problems) });
  const patch = object === undefined || webhook.type === "validating" ? [] : jsonPatch(request.object, object);
  if (patch.length === 0) return answer({ allowed: true, ...shown });
  const encoded = Buffer.from(JSON.stringify(patch)).toString("base64");
  return answer({ allowed: true, ...shown, patchType: "JSONPatch", patch: encoded });
}

const reasons: Readonly<Record<FieldReason, { readonly cause: string; readonly text: string }>> = {
  Invalid: { cause: "FieldValueInvalid", text: "Invalid value" },
  Required: { cause: "FieldValueRequired", text: "Required value" },
  Forbidden: { cause: "FieldValueForbidden", text: "Forbidden" },
  Duplicate: { cause: "FieldValueDuplicate", text: "Duplicate value" },
  NotSupported: { cause: "FieldValueNotSupported", text: "Unsupported value" },
};

/** The Status with which Kubernetes refuses an invalid object, so that clients show it in the same way. */
function invalid(
  { name }: AdmissionRequest,
  { group, kind }: AdmissionWebhook,
  problems: readonly FieldProblem[],
): ReviewStatus {
  const causes = problems.map(({ path, message, reason = "Invalid" }) => {
    const { cause, text } = reasons[reason];
    return { reason: cause, message: `${text}: ${message}`, field: path };
  });
  const lines = causes.map(({ field, message }) => `${field}: ${message}`);
  const list = lines.length === 1 ? lines.join("") : `[${lines.join(", ")}]`;
  const message = `${kind}.${group} "${name}" is invalid: ${list}`;
  return { status: "Failure", reason: "Invalid", code: 422, message, details: { name, group, kind, causes } };
}

/** For errors that are not written for users, only the name: the message might quote anything. */
function messageOf(error: unknown, kind: string): string {
  if (isCapstanError(error)) return error.message;
  return `${kind} cannot be reviewed: ${error instanceof Error ? error.name : "unknown error"}`;
}
