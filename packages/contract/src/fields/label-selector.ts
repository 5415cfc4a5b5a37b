import Type from "typebox";
import { atomicList } from "./lists.ts";
import { stringMap } from "./scalars.ts";

/**
 * A `metav1.LabelSelector`.
 *
 * @param mapType - atomic: the selector has one field owner as a whole, as in Go types. granular: each label has its own.
 */
export function labelSelector(description: string, mapType: "atomic" | "granular" = "atomic") {
  return Type.Object(
    {
      matchLabels: Type.Optional(stringMap("Labels that must have these values.")),
      matchExpressions: Type.Optional(
        atomicList(
          Type.Object(
            {
              key: Type.String({ description: "Key of the label." }),
              operator: Type.String({ description: "In, NotIn, Exists or DoesNotExist." }),
              values: Type.Optional(
                atomicList(Type.String(), { description: "Values for In and NotIn; empty for the others." }),
              ),
            },
            { description: "A requirement on one label." },
          ),
          { description: "Requirements on labels, all of which must hold." },
        ),
      ),
    },
    { "x-kubernetes-map-type": mapType, description },
  );
}
