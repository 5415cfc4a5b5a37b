import { describe, expect, test } from "vitest";
import recorded from "./structure-answers.json" with { type: "json" };
import { objectOf, rootSchemas, ruled, specSchemas } from "./structure-schemas.ts";
import { type Suite } from "./suite.ts";
import { type Answer, type Wire } from "./target.ts";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** Sends the server a definition with a schema as a dry run. */
function defineShape(wire: Wire, openAPIV3Schema: object): Promise<Answer> {
  return wire.post(`${definitions}?dryRun=All`, {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "shapes.structure.example.io" },
    spec: {
      group: "structure.example.io",
      scope: "Namespaced",
      names: { plural: "shapes", kind: "Shape" },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  });
}

/** The problems of a rejection, one per line; problems of an object's members can come in any order. */
function linesOf({ status, body }: Answer): string[] {
  if (status === 201) return [];
  return body.details.causes.map(({ field, reason, message }) => `${field}|${reason}|${message}`).sort();
}

/** The schemas whose problem shows a whole rule or quotes the compiler. */
const uncompilable: readonly (readonly [string, object, string])[] = [
  ["a field that is not there", { rule: "self.c == 'a'" }, "rule"],
  ["types that do not fit", { rule: "self.b == 1" }, "rule"],
  ["a function that is not there", { rule: "nothing(self.b)" }, "rule"],
  ["what is not a condition", { rule: "self.b" }, "rule"],
  ["what is not an expression", { rule: "self.b ==" }, "rule"],
  ["a constant that cannot be converted", { rule: "duration('long') == duration('1s')" }, "rule"],
  ["a pattern that Go cannot read", { rule: "self.b.matches('(')" }, "rule"],
  ["a message that is not a string", { rule: "true", messageExpression: "1" }, "messageExpression"],
  ["a message that cannot be compiled", { rule: "true", messageExpression: "self.c" }, "messageExpression"],
];

const shapes = [...specSchemas.map(([title, spec]) => [title, objectOf({ spec })] as const), ...rootSchemas];

/** kube-apiserver's messages about the schemas, one problem per line: field, reason, message. */
const structureAnswers: Readonly<Record<string, readonly string[]>> = recorded;

/** Schemas of definitions must be structural, and their rules must compile. */
export function structureSuite(suite: Suite): void {
  describe("schemas of definitions", () => {
    test.each(shapes)("%s", async (title, schema) => {
      const answer = await defineShape(suite.wire(), schema);
      expect(linesOf(answer)).toEqual(structureAnswers[title]);
      expect(answer.status).toBe(structureAnswers[title]?.length === 0 ? 201 : 422);
    });

    test.each(uncompilable)("a rule with %s", async (_, rule, field) => {
      const spec = objectOf({ a: ruled(rule, objectOf({ b: { type: "string", maxLength: 5 } })) });
      const { status, body } = await defineShape(suite.wire(), objectOf({ spec }));
      expect([status, body.details.causes.map(({ field: at, reason }) => [at, reason])]).toEqual([
        422,
        [
          [
            `spec.validation.openAPIV3Schema.properties[spec].properties[a].x-kubernetes-validations[0].${field}`,
            "FieldValueInvalid",
          ],
        ],
      ]);
    });
  });
}
