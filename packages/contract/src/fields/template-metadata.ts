import Type from "typebox";
import { stringMap } from "./scalars.ts";

/** The labels and annotations of objects created from a template. */
export function templateMetadata(options: { minProperties?: number } = {}) {
  return Type.Object(
    {
      labels: Type.Optional(stringMap("Labels of the objects made from the template.")),
      annotations: Type.Optional(stringMap("Annotations of the objects made from the template.")),
    },
    { ...options, description: "Metadata of the objects made from the template." },
  );
}
