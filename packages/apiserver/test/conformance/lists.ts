import { describe, expect, test } from "vitest";
import { type Suite } from "./suite.ts";
import { type Body } from "./target.ts";

const integer = (value: string, problem = "invalid syntax"): string =>
  `strconv.ParseInt: parsing "${value}": ${problem}`;
const invalid = (...problems: readonly string[]): string => {
  const all = problems.map((problem) =>
    problem.includes(": ") ? problem : `resourceVersionMatch: Forbidden: ${problem}`,
  );
  return `ListOptions.meta.k8s.io "" is invalid: ${all.length === 1 ? (all[0] ?? "") : `[${all.join(", ")}]`}`;
};
const unlessVersion = "resourceVersionMatch is forbidden unless resourceVersion is provided";
const unlessInitial = "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided";
const notWithContinue = "resourceVersionMatch is forbidden when continue is provided";
const needsNotOlder = "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan";
const token = (fields: object): string => Buffer.from(JSON.stringify(fields)).toString("base64url");
const malformed = "invalid continue token: continue key is not valid";

/** Lists: their state, their chunks, and invalid requests. */
export function listsSuite(suite: Suite): void {
  describe("lists", () => {
    test.each([
      ["limit=abc", 400, integer("abc")],
      ["limit=", 400, integer("")],
      ["limit=1.5", 400, integer("1.5")],
      ["limit=99999999999999999999", 400, integer("99999999999999999999", "value out of range")],
      ["timeoutSeconds=abc", 400, integer("abc")],
      ["watch=1&limit=abc", 400, integer("abc")],
      ["resourceVersionMatch=Exact", 422, invalid(unlessVersion)],
      [
        "resourceVersionMatch=Exact&resourceVersion=0",
        422,
        invalid('resourceVersionMatch "exact" is forbidden for resourceVersion "0"'),
      ],
      [
        "resourceVersionMatch=Some&resourceVersion=1",
        422,
        invalid('resourceVersionMatch: Unsupported value: "Some": supported values: "Exact", "NotOlderThan", ""'),
      ],
      ["resourceVersionMatch=NotOlderThan&continue=a", 422, invalid(unlessVersion, notWithContinue)],
      ["sendInitialEvents=true", 422, invalid("sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list")],
      ["watch=1&resourceVersionMatch=NotOlderThan", 422, invalid(unlessInitial)],
      ["watch=1&sendInitialEvents=true", 422, invalid(needsNotOlder)],
      ["watch=1&continue=a", 422, invalid(notWithContinue)],
      ["continue=e30", 400, `${malformed}: server does not recognize this encoded version `],
      [
        `continue=${token({ v: "meta.k8s.io/v1", rv: 0, start: "a" })}`,
        400,
        `${malformed}: incorrect encoded start resourceVersion (version meta.k8s.io/v1)`,
      ],
      [
        `continue=${token({ v: "meta.k8s.io/v1", rv: 1 })}`,
        400,
        `${malformed}: encoded start key empty (version meta.k8s.io/v1)`,
      ],
      [`continue=${token({ v: "meta.k8s.io/v1", rv: 1, start: "../a" })}`, 400, `${malformed}: ../a`],
      [
        `continue=${token({ v: "meta.k8s.io/v1", rv: 1, start: "a" })}&resourceVersion=5`,
        400,
        "specifying resource version is not allowed when using continue",
      ],
    ])("an invalid query is rejected: %s", async (query, status, message) => {
      const { wire, path, widgets } = await suite.namespace();
      for (const collection of [path("secrets"), widgets()]) {
        const answer = await wire.get(`${collection}?${query}`);
        expect([answer.status, answer.body.message]).toEqual([status, message]);
      }
      const isWatch = query.startsWith("watch=1");
      if (!isWatch) expect((await wire.delete(`${path("secrets")}?${query}`)).status).toBe(status);
    });

    test("the chunks of a list show one state, regardless of concurrent writes", async () => {
      const { wire, path } = await suite.namespace();
      for (const name of ["a", "b", "c"]) await wire.post(path("secrets"), { metadata: { name } });
      const { body: first } = await wire.get(path("secrets?limit=1"));
      const { resourceVersion } = first.metadata;
      // when an object is created, another changed and a third deleted
      await wire.post(path("secrets"), { metadata: { name: "bb" } });
      await wire.patch(path("secrets/b"), "merge", { metadata: { labels: { changed: "" } } });
      await wire.delete(path("secrets/c"));
      // then neither the remaining chunks nor a list at that version shows it
      const names = ({ items }: Body): string[] => items.map(({ metadata }) => metadata.name);
      const { body: rest } = await wire.get(path(`secrets?continue=${first.metadata.continue}`));
      expect([names(rest), rest.metadata.resourceVersion]).toEqual([["b", "c"], resourceVersion]);
      expect(rest.items[0]?.metadata.labels).toBeUndefined();
      const exactly = `resourceVersion=${resourceVersion}&resourceVersionMatch=Exact`;
      const { body: exact } = await wire.get(path(`secrets?${exactly}`));
      expect([names(exact), exact.metadata.resourceVersion]).toEqual([["a", "b", "c"], resourceVersion]);
      const { body: newer } = await wire.get(path(`secrets?${exactly.replace("Exact", "NotOlderThan")}`));
      expect(names(newer)).toEqual(["a", "b", "bb"]);
      const { body: any } = await wire.get(path("secrets?resourceVersion=0&limit=1"));
      expect([names(any), any.metadata.continue]).toEqual([["a", "b", "bb"], undefined]);
    });
  });
}
