/** Whether a condition holds. `Unknown`: it could not be found out. */
export type ConditionStatus = "True" | "False" | "Unknown";

/**
 * One observation about an object, as `metav1.Condition`. The API server requires every field
 * but `observedGeneration`; `message` may be empty.
 */
export interface Condition {
  type: string;
  status: ConditionStatus;
  observedGeneration?: number;
  /** RFC 3339; moves only when `status` changes. */
  lastTransitionTime: string;
  /** One CamelCase word for programs. */
  reason: string;
  /** A sentence for people; may be empty. */
  message: string;
}
