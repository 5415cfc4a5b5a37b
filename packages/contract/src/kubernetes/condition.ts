/** The status of a condition; `Unknown` if it could not be determined. */
export type ConditionStatus = "True" | "False" | "Unknown";

/**
 * An observation about an object, as `metav1.Condition`. The API server requires every field except `observedGeneration`; `message` may be
 * empty.
 */
export interface Condition {
  /** The condition type. */
  type: string;
  /** Whether the condition is true. */
  status: ConditionStatus;
  /** The generation of the object that was observed. */
  observedGeneration?: number;
  /** The time of the last change of `status`, in RFC 3339. */
  lastTransitionTime: string;
  /** The reason in UpperCamelCase, for programs. */
  reason: string;
  /** The message, a sentence for users; may be empty. */
  message: string;
}
