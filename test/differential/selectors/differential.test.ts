import { ApiServer } from "@capstan/apiserver";
import { isMalformedText, labelMatcher, MalformedTextError, meetsFields, parseFieldSelector } from "@capstan/kube";
import { RealApiServer } from "@capstan/testkit";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fieldSelectorText, labels, selectorText } from "../../../packages/kube/test/selectors/arbitrary-selector.ts";
import { ConfigMaps, type Listing } from "./listing.ts";

/** `npm run compare -- selectors` runs 10,000. */
const count = Number(process.env.CAPSTAN_SELECTORS ?? 300);
const seed = Number(process.env.CAPSTAN_SELECTORS_SEED ?? 20_261_122);
const inFlight = 8;
const namespace = "default";

const assets = process.env.KUBEBUILDER_ASSETS;
if (process.env.CAPSTAN_SELECTORS !== undefined && (assets ?? "") === "") {
  throw new Error("npm run compare -- selectors needs KUBEBUILDER_ASSETS: the real server would be skipped");
}
const servers = [
  ["the embedded server", true, () => ApiServer.start()],
  ["kube-apiserver", assets !== undefined && assets !== "", () => RealApiServer.start()],
] as const;

const objects = fc
  .sample(labels, { numRuns: 40, seed })
  .map((own, index) => ({ name: `map-${String(index).padStart(2, "0")}`, labels: own }));

describe.each(servers)("selectors are parsed as by %s", (name, isThere, start) => {
  describe.runIf(isThere)("over a fixed set of labeled ConfigMaps", () => {
    let server: Awaited<ReturnType<typeof start>>;
    let configMaps: ConfigMaps;
    beforeAll(async () => {
      server = await start();
      configMaps = new ConfigMaps(server.kubeconfig, namespace);
      for (const object of objects) await configMaps.create(object.name, object.labels);
    });
    afterAll(async () => {
      configMaps.close();
      await server[Symbol.asyncDispose]();
    });

    test.each([
      ["labelSelector", selectorText, byLabels],
      ["fieldSelector", fieldSelectorText, byFields],
    ] as const)("%s", async (kind, arbitrary, reading) => {
      const selectors = fc.sample(arbitrary, { numRuns: count, seed });
      const tally = { selected: 0, nothing: 0, refused: 0 };
      const differences: object[] = [];
      await Promise.all(
        Array.from({ length: inFlight }, async (_, worker) => {
          for (let index = worker; index < selectors.length; index += inFlight) {
            const selector = selectors[index] ?? "";
            const [theirs, ours] = [await configMaps.list(kind, selector), reading(selector)];
            tally["refusal" in ours ? "refused" : ours.names.length > 0 ? "selected" : "nothing"] += 1;
            if (JSON.stringify(theirs) !== JSON.stringify(ours)) differences.push({ selector, theirs, ours });
          }
        }),
      );
      process.stdout.write(
        `${count} ${kind}s on ${name}: ${differences.length} differences; ${tally.selected} select some of ${objects.length} objects, ` +
          `${tally.nothing} none, ${tally.refused} are refused\n`,
      );
      expect(differences).toEqual([]);
    });
  });
});

function byLabels(selector: string): Listing {
  return orRefusal(() => {
    const matches = labelMatcher(selector);
    return objects.filter((object) => matches(object.labels));
  });
}

const selectable: Record<string, (name: string) => string> = {
  "metadata.name": (name) => name,
  "metadata.namespace": () => namespace,
};

function byFields(selector: string): Listing {
  return orRefusal(() => {
    const requirements = parseFieldSelector(selector);
    const unknown = requirements.find(({ path }) => !Object.hasOwn(selectable, path));
    // The resource defines the valid fields, and the error messages.
    if (unknown !== undefined) throw new MalformedTextError("field selector", notSupported(unknown.path));
    return objects.filter(({ name }) => meetsFields(requirements, (path) => selectable[path]?.(name) ?? ""));
  });
}

function notSupported(path: string): string {
  return `${JSON.stringify(path)} is not a known field selector: only "metadata.name", "metadata.namespace"`;
}

function orRefusal(select: () => readonly { readonly name: string }[]): Listing {
  try {
    return { names: select().map(({ name }) => name) };
  } catch (error) {
    if (isMalformedText(error)) return { refusal: error.message };
    throw error;
  }
}
