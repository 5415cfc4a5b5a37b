import Type from "typebox";
import { type Condition } from "../kubernetes/condition.ts";
import { keyedList } from "./lists.ts";
import { qualifiedNamePattern, text } from "./names.ts";
import { dateTime, int64 } from "./scalars.ts";

/** The limits of the strings in a `metav1.Condition`. */
export const conditionStrings = {
  type: { maxLength: 316, pattern: qualifiedNamePattern },
  reason: { minLength: 1, maxLength: 1024, pattern: "^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$" },
  message: { maxLength: 32768 },
} as const;

/** The limits of the strings in a v1beta1 condition; empty strings are omitted. */
export const conditionStringsV1Beta1 = {
  reason: { minLength: 1, maxLength: 256 },
  message: { minLength: 1, maxLength: 10240 },
} as const;

const conditionSchema = Type.Object(
  {
    type: Type.String({ ...conditionStrings.type, description: "Type of the condition." }),
    status: Type.Enum(["True", "False", "Unknown"], { description: "Status of the condition." }),
    observedGeneration: Type.Optional(
      int64("Generation of the object that the condition is based on.", { minimum: 0 }),
    ),
    lastTransitionTime: dateTime("When status last changed."),
    reason: Type.String({ ...conditionStrings.reason, description: "Reason for the status, in CamelCase." }),
    message: Type.String({ ...conditionStrings.message, description: "Explanation of the status, for people." }),
  },
  { description: "A condition of the object." },
);

/** `status.conditions` of the v1beta2 contract. */
export const conditionsSchema = Type.Unsafe<Condition[]>(
  keyedList(conditionSchema, ["type"], { maxItems: 32, description: "Conditions of the object." }),
);

/** A condition of the v1beta1 contract. */
export interface ConditionV1Beta1 {
  /** The condition type. */
  type: string;
  /** `True`, `False` or `Unknown`. */
  status: string;
  /** Required when `status` is False, empty otherwise (rule BC-014). */
  severity?: string;
  /** When the status last changed. */
  lastTransitionTime: string;
  /** The reason, in UpperCamelCase. */
  reason?: string;
  /** The message, for users. */
  message?: string;
}

/** `status.conditions` of the v1beta1 contract. */
export const conditionsV1Beta1Schema = Type.Unsafe<ConditionV1Beta1[]>(
  Type.Array(
    Type.Object(
      {
        type: text(256, "Type of the condition."),
        status: Type.String({ description: "True, False or Unknown." }),
        severity: Type.Optional(Type.String({ maxLength: 32, description: "Severity; only set if status is False." })),
        lastTransitionTime: dateTime("When status last changed."),
        reason: Type.Optional(
          Type.String({ ...conditionStringsV1Beta1.reason, description: "Reason for the status, in CamelCase." }),
        ),
        message: Type.Optional(
          Type.String({ ...conditionStringsV1Beta1.message, description: "Explanation of the status, for people." }),
        ),
      },
      { description: "A condition of the object." },
    ),
    { description: "Conditions of the object, in the form of the v1beta1 contract." },
  ),
);
