import { convertedVersionsOf, type CustomResourceDefinition, hasStandIn } from "@capstan/contract";
import { DefinitionError } from "../definition/definition-error.ts";

/**
 * Checks that every required field has a stand-in value. Objects of any version must be shown in every other version, and a required field
 * needs a value even if the object has nothing for it.
 *
 * @throws DefinitionError a required field has no stand-in.
 */
export function checkStandIns(crds: readonly CustomResourceDefinition[]): void {
  for (const crd of crds) {
    for (const { name, schemas } of convertedVersionsOf(crd)) {
      if (schemas.spec === undefined || hasStandIn(schemas.spec)) continue;
      throw new DefinitionError(
        `Version ${name} of ${crd.spec.names.kind} requires spec fields for which no valid value is found, so objects that are ` +
          "converted to it may lack these fields. Set a default for them, or make them optional.",
      );
    }
  }
}
