import { cutText } from "@capstan/kube";
import { conditionStrings, conditionStringsV1Beta1 } from "../fields/conditions.ts";
import { longestFailureMessage } from "../fields/deprecated-status.ts";
import { reasons } from "./condition-reasons.ts";

/** The words of a condition in either form. */
interface Words {
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
}

const reasonPattern = new RegExp(conditionStrings.reason.pattern);

/** A message that the API server stores in `status.conditions`, no matter who wrote it: cut where it is too long. */
export function fittingMessage(message: string): string {
  return cutText(message, conditionStrings.message.maxLength);
}

/** A reason that the API server stores in `status.conditions`: what it refuses in foreign ones becomes `_`. */
export function fittingReason(reason: string): string {
  const { maxLength } = conditionStrings.reason;
  if (reason.length <= maxLength && reasonPattern.test(reason)) return reason;
  const word = reason
    .slice(0, maxLength)
    .replaceAll(/[^A-Za-z0-9_,:]/g, "_")
    .replace(/^[^A-Za-z]+/, "")
    .replace(/[,:]+$/, "");
  return word === "" ? reasons.noReasonReported : word;
}

/** The words of a condition of the v1beta1 contract, cut to what the API server stores there; an empty one is left out. */
export function withFittingStringsV1Beta1<Of extends Words>(condition: Of): Of {
  const { reason = "", message = "", ...rest } = condition;
  return {
    ...rest,
    ...(reason === "" ? {} : { reason: cutText(reason, conditionStringsV1Beta1.reason.maxLength) }),
    ...(message === "" ? {} : { message: cutText(message, conditionStringsV1Beta1.message.maxLength) }),
  } as Of;
}

/** A `failureMessage` of the v1beta1 contract that the API server stores. */
export function fittingFailureMessage(message: string): string {
  return cutText(message, longestFailureMessage);
}
