import { checkExtension } from "@capstan/runtime-extension/testing";
import { expect, test } from "vitest";
import { extension } from "../src/extension.ts";

test("the extension keeps the rules of the Runtime SDK", async () => {
  expect(await checkExtension(extension)).toEqual([]);
});
