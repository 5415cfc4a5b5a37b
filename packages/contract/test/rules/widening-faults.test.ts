import { expect, test } from "vitest";
import { wideningFaults } from "../../src/checks/crds/widening-faults.ts";

type Schema = Readonly<Record<string, unknown>>;

// BT-006: the main kind must accept all values that its template accepts.
test.each<[what: string, template: Schema, main: Schema, found: string[]]>([
  ["the same values", { enum: ["a", "b"] }, { enum: ["a", "b"] }, []],
  ["fewer values", { enum: ["b"] }, { enum: ["a", "b"] }, []],
  ["one value more", { enum: ["a", "b", "c"] }, { enum: ["a", "b"] }, ["enum"]],
  ["any value in place of some", {}, { enum: ["a", "b"] }, ["enum"]],
  ["some values in place of any", { enum: ["a"] }, {}, []],
  ...["maxLength", "maxItems", "maxProperties", "maximum"].flatMap((bound): [string, Schema, Schema, string[]][] => [
    [`the same ${bound}`, { [bound]: 5 }, { [bound]: 5 }, []],
    [`a lower ${bound}`, { [bound]: 4 }, { [bound]: 5 }, []],
    [`a higher ${bound}`, { [bound]: 6 }, { [bound]: 5 }, [bound]],
    [`no ${bound}`, {}, { [bound]: 5 }, [bound]],
    [`a ${bound} that is not a number`, { [bound]: "5" }, { [bound]: 5 }, [bound]],
    [`a ${bound} where there is none`, { [bound]: 6 }, {}, []],
  ]),
  ...["minLength", "minItems", "minProperties", "minimum"].flatMap((bound): [string, Schema, Schema, string[]][] => [
    [`the same ${bound}`, { [bound]: 5 }, { [bound]: 5 }, []],
    [`a higher ${bound}`, { [bound]: 6 }, { [bound]: 5 }, []],
    [`a lower ${bound}`, { [bound]: 4 }, { [bound]: 5 }, [bound]],
    [`no ${bound}`, {}, { [bound]: 5 }, [bound]],
    [`a ${bound} that is not a number`, { [bound]: "5" }, { [bound]: 5 }, [bound]],
    [`a ${bound} where there is none`, { [bound]: 4 }, {}, []],
  ]),
  ...["pattern", "format"].flatMap((form): [string, Schema, Schema, string[]][] => [
    [`the same ${form}`, { [form]: "uuid" }, { [form]: "uuid" }, []],
    [`another ${form}`, { [form]: "email" }, { [form]: "uuid" }, [form]],
    [`no ${form}`, {}, { [form]: "uuid" }, [form]],
    [`a ${form} where there is none`, { [form]: "uuid" }, {}, []],
  ]),
  ["null as well", { nullable: true }, {}, ["nullable"]],
  ["null as well, said as such", { nullable: true }, { nullable: false }, ["nullable"]],
  ["null on both sides", { nullable: true }, { nullable: true }, []],
  ["null no more", {}, { nullable: true }, []],
  [
    "several things more",
    { maxLength: 9, nullable: true },
    { enum: ["a"], maxLength: 5, pattern: "^a$" },
    ["enum", "maxLength", "pattern", "nullable"],
  ],
])("BT-006: a template with %s", (_what, template, main, found) => {
  const faults = [...wideningFaults(template, main, "spec.size")];
  expect(faults.map(({ path, level }) => [path, level])).toEqual(found.map((key) => [`spec.size.${key}`, "SHOULD"]));
  // The actual value is that of the template, which the reader must change.
  expect(faults.map(({ actual }) => actual)).toEqual(found.map((key) => template[key]));
});
