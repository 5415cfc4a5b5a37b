/** Whether a condition holds. `Unknown`: it could not be found out. */
export type ConditionStatus = "True" | "False" | "Unknown";

/**
 * One observation about an object, as `metav1.Condition`. The API server requires every field
 * but `observedGeneration`; `message` may be empty.
 */
export interface Condition {
  /** What the condition is about. */
  type: string;
  /** Whether it is so. */
  status: ConditionStatus;
  /** The generation of the object that it is about. */
  observedGeneration?: number;
  /** RFC 3339; moves only when `status` changes. */
  lastTransitionTime: string;
  /** One CamelCase word for programs. */
  reason: string;
  /** A sentence for people; may be empty. */
  message: string;
}
