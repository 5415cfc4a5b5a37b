import { expect, test } from "vitest";
import { metadataFields } from "../src/object/api-object.ts";
import { memberNames, structType } from "../src/types/struct-type.ts";

test("metadata is written in the order of its Go type", () => {
  expect(metadataFields).toEqual([...memberNames(structType("meta.v1.ObjectMeta"))]);
});
