import { int64 } from "./scalars.ts";

const description = "Generation that was last reconciled.";

/** `status.observedGeneration` of v1beta2 objects. */
export const observedGenerationField = int64(description, { minimum: 1 });

/** `status.observedGeneration` of v1beta1 objects. */
export const observedGenerationV1Beta1Field = int64(description);
