import { type ApiObject } from "../../object/api-object.ts";
import { goQuote } from "../../go/go-quote.ts";
import { type FieldError, required } from "../../status/field-error.ts";
import { textAt } from "@capstan/kube";

const annotation = "api-approved.kubernetes.io";

/** Whether a CRD may use a group of the Kubernetes community, and why: it links to the approval, or states that there is none. */
interface Approval {
  readonly state: "Approved" | "Unapproved" | "Missing" | "Invalid";
  readonly reason: string;
}

/** Undefined for any other group. */
export function approvalOf(definition: ApiObject): Approval | undefined {
  const group = textAt(definition, "spec", "group") ?? "";
  if (!/(^|\.)(k8s|kubernetes)\.io$/.test(group)) return undefined;
  const given = definition.metadata.annotations?.[annotation] ?? "";
  const needed = `protected groups must have approval annotation "${annotation}"`;
  const see = "see https://github.com/kubernetes/enhancements/pull/1111";
  if (given === "") return { state: "Missing", reason: `${needed}, ${see}` };
  if (given.startsWith("unapproved")) return { state: "Unapproved", reason: `not approved: ${goQuote(given)}` };
  if (/^[a-z][-+.a-z0-9]*:\/\/[^/?#]/i.test(given)) return { state: "Approved", reason: `approved in ${given}` };
  return {
    state: "Invalid",
    reason: `${needed} with either a URL or a reason starting with "unapproved", ${see}`,
  };
}

/** The problems of a CRD's approval; earlier problems may stay. */
export function checkApproval(definition: ApiObject, previous: ApiObject | undefined): FieldError[] {
  const approval = approvalOf(definition);
  if (approval === undefined || approval.state === "Approved" || approval.state === "Unapproved") return [];
  if (previous !== undefined && approvalOf(previous)?.state === approval.state) return [];
  const field = `metadata.annotations[${annotation}]`;
  const { reason: detail } = approval;
  if (approval.state === "Missing") return [required(field, detail)];
  return [{ type: "Invalid value", field, value: definition.metadata.annotations?.[annotation], detail }];
}
