import { checkExtension, sampleRequest } from "@capstan/runtime-extension/testing";
import { expect, test } from "vitest";
import { extension } from "../src/extension.ts";
import { machineTemplate } from "./machine-template.ts";

test("the extension keeps the rules of the Runtime SDK", async () => {
  const requests = { GeneratePatches: [sampleRequest("GeneratePatches", { items: [machineTemplate] })] };
  expect(await checkExtension(extension, { requests })).toEqual([]);
});
