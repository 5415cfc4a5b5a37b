import { ApiServer } from "@capstan/apiserver";
import {
  type CustomResourceDefinition,
  customResourceDefinition,
  schemaValidator,
  type StructuralSchema,
} from "@capstan/contract";
import { stringFormats } from "@capstan/kube";
import { type Client, createClient, installCRDs, isCapstanError, requestPath } from "@capstan/runtime";
import { RealApiServer } from "@capstan/testkit";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatted, randomCases } from "./random-schemas.ts";

const servers =
  process.env.KUBEBUILDER_ASSETS === undefined ? (["embedded"] as const) : (["embedded", "real"] as const);
const schemas = Number(process.env.CAPSTAN_RANDOM_SCHEMAS ?? 120);
const valuesEach = 12;
const timeoutMs = 60_000 + schemas * 300;
const seed = Number(process.env.CAPSTAN_SEED ?? 12);

interface Case {
  readonly schema: StructuralSchema;
  readonly values: readonly unknown[];
}

/** The treatment of unknown fields. */
type Validation = "Ignore" | "Strict";

/** The verdict on a spec by a server, or by Capstan's validator: the stored value, or that it is refused. */
type Verdict = { readonly stored: unknown } | "refused";

describe.each(servers)("compared with the %s API server", (choice) => {
  const closing = new AsyncDisposableStack();
  let client: Client;

  beforeAll(async () => {
    const server = closing.use(await (choice === "real" ? RealApiServer.start() : ApiServer.start()));
    client = createClient({ kubeconfig: server.kubeconfig, userAgent: "validation-test" });
    closing.defer(() => client.close());
  });
  afterAll(() => closing.disposeAsync());

  test(
    "the validator accepts, refuses and stores the same values of random schemas",
    { timeout: timeoutMs },
    async () => {
      const cases = fc.sample(
        randomCases(defaultOf).chain(({ schema, value }) =>
          fc.array(value, { minLength: valuesEach, maxLength: valuesEach }).map((values): Case => ({ schema, values })),
        ),
        { numRuns: schemas, seed },
      );
      await expectSameVerdicts(client, "RandomThing", cases);
    },
  );

  test("the validator supports the formats of strings", async () => {
    const cases = [...stringFormats.keys()].map((format): Case => ({
      schema: { type: "string", format },
      values: formatted,
    }));
    await expectSameVerdicts(client, "FormattedThing", cases);
  });
});

async function expectSameVerdicts(client: Client, kind: string, cases: readonly Case[]): Promise<void> {
  const crd = crdOf(kind, cases);
  await installCRDs(client, [crd]);
  const schema = crd.spec.versions[0]?.schema.openAPIV3Schema.properties?.spec ?? {};
  const differences: string[] = [];
  const refused = { Ignore: 0, Strict: 0 };
  for (const [index, { schema: part, values }] of cases.entries()) {
    for (const value of values) {
      const spec = { [nameOf(index)]: value };
      for (const validation of ["Ignore", "Strict"] as const) {
        const ours = ourVerdict(schema, spec, validation);
        const theirs = await serverVerdict(client, crd, spec, validation);
        if (ours === "refused") refused[validation]++;
        if (same(ours, theirs)) continue;
        const verdicts = [ours, theirs].map((verdict) => inWords(verdict, nameOf(index)));
        differences.push(
          `${JSON.stringify(value)} (${validation}) for ${JSON.stringify(part)}: ${verdicts.join(", server ")}`,
        );
      }
    }
  }
  expect(differences).toEqual([]);
  const values = cases.flatMap((one) => one.values).length;
  // Each verdict must be frequent enough, or the comparison proves little.
  expect(refused.Ignore).toBeGreaterThan(values / 20);
  expect(refused.Strict).toBeLessThan((values * 19) / 20);
}

function inWords(verdict: Verdict, field: string): string {
  return verdict === "refused"
    ? verdict
    : `stores ${JSON.stringify((verdict.stored as Record<string, unknown>)[field])}`;
}

function nameOf(index: number): string {
  return `field${index}`;
}

function ourVerdict(schema: StructuralSchema, value: unknown, validation: Validation): Verdict {
  const faults = schemaValidator(schema, "refused").faults(value);
  if (validation === "Strict" && faults.some(({ reason }) => reason === "unknown field")) return "refused";
  const validator = schemaValidator(schema);
  const stored = validator.asStored(value);
  return validator.accepts(stored) ? { stored } : "refused";
}

async function serverVerdict(
  client: Client,
  { spec: { group, names } }: CustomResourceDefinition,
  spec: unknown,
  validation: Validation,
): Promise<Verdict> {
  const path = requestPath`/apis/${group}/v1/namespaces/default/${names.plural}?dryRun=All&fieldValidation=${validation}`;
  const object = { apiVersion: `${group}/v1`, kind: names.kind, metadata: { name: "thing" }, spec };
  try {
    const { spec: stored } = (await client.request("POST", path, object)) as { readonly spec?: unknown };
    return { stored };
  } catch (error) {
    if (isCapstanError(error) && "status" in error && [400, 422].includes(Number(error.status))) return "refused";
    throw error;
  }
}

/** The API server requires that defaults are valid and that it would prune no part of them. */
function defaultOf(schema: StructuralSchema, value: unknown): unknown {
  const verdict = ourVerdict(schema, value, "Ignore");
  return verdict === "refused" || verdict.stored === null ? undefined : verdict.stored;
}

function crdOf(kind: string, cases: readonly Case[]): CustomResourceDefinition {
  const crd = customResourceDefinition({ group: "example.com", kind, versions: [{ name: "v1" }] });
  const root = crd.spec.versions[0]?.schema.openAPIV3Schema;
  const properties = Object.fromEntries(cases.map(({ schema }, index) => [nameOf(index), schema]));
  if (root?.properties !== undefined) root.properties.spec = { type: "object", properties };
  return crd;
}

function same(ours: unknown, theirs: unknown): boolean {
  return JSON.stringify(sorted(ours)) === JSON.stringify(sorted(theirs));
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, inner]) => [key, sorted(inner)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
