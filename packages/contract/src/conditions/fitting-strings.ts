import { cutText } from "@capstan/kube";
import { conditionStrings, conditionStringsV1Beta1 } from "../fields/conditions.ts";
import { longestFailureMessage } from "../fields/deprecated-status.ts";
import { reasons } from "./condition-reasons.ts";

/** The strings of a condition in either form. */
interface Words {
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
}

/** Cuts a message to the limit of the API server for `status.conditions`. */
export function fittingMessage(message: string): string {
  return cutText(message, conditionStrings.message.maxLength);
}

/** Makes a reason valid for `status.conditions`: replaces characters that the API server refuses with `_`. */
export function fittingReason(reason: string): string {
  const word = reason
    .slice(0, conditionStrings.reason.maxLength)
    .replaceAll(/[^A-Za-z0-9_,:]/g, "_")
    .replace(/^[^A-Za-z]+/, "")
    .replace(/[,:]+$/, "");
  return word === "" ? reasons.noReasonReported : word;
}

/** Cuts the strings of a v1beta1 condition to the limits of the API server; empty strings are omitted. */
export function withFittingStringsV1Beta1<Of extends Words>(condition: Of): Of {
  const { reason = "", message = "", ...rest } = condition;
  return {
    ...rest,
    ...(reason === "" ? {} : { reason: cutText(reason, conditionStringsV1Beta1.reason.maxLength) }),
    ...(message === "" ? {} : { message: cutText(message, conditionStringsV1Beta1.message.maxLength) }),
  } as Of;
}

/** Cuts a `failureMessage` of the v1beta1 contract to the limit of the API server. */
export function fittingFailureMessage(message: string): string {
  return cutText(message, longestFailureMessage);
}
