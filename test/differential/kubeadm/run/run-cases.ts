import { type Client, Secret, systemClock } from "@capstan/runtime";
import { type BothProviders, namespaces, type Provider } from "@capstan/harness/go";
import { type DifferentialCase } from "../cases/differential-case.ts";
import { type ClusterCertificates } from "./cluster-certificates.ts";
import { type BootstrapData, compareData } from "../compare/compare-data.ts";
import { createCase } from "./scene.ts";

/** The result of a case. */
export interface CaseResult {
  readonly case: DifferentialCase;
  /** The differences between the two, as lines; empty if they are equal. */
  readonly differences: readonly string[];
  /** The data of each provider; absent if it generated none. */
  readonly data: Readonly<Partial<Record<Provider, BootstrapData>>>;
}

const concurrency = 8;
/** The time limit of a provider for all cases, in milliseconds. */
const timeoutMs = 240_000;
const pollMs = 1000;
/** How long to wait for data that should not appear, after all other data exists, in milliseconds. */
const graceMs = 5000;

/** Generates the bootstrap data of every case with both providers and compares them. */
export async function runCases(
  providers: BothProviders,
  cases: readonly DifferentialCase[],
  certificates: ClusterCertificates,
): Promise<CaseResult[]> {
  const { client, kubeconfig } = providers;
  const world = { kubeconfig, certificates };
  const failures = new Map<string, string>();
  const jobs = cases.flatMap((one) => Object.values(namespaces).map((namespace) => ({ one, namespace })));
  const worker = async (): Promise<void> => {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
      const { one, namespace } = job;
      await createCase(client, namespace, one, world).catch((error: unknown) => {
        failures.set(one.name, `cannot be created: ${error instanceof Error ? error.message : ""}`);
      });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const created = cases.filter(({ name }) => !failures.has(name));
  const data = await untilData(client, created);
  return cases.map((one) => {
    const failure = failures.get(one.name);
    const [go, ours] = [data.go.get(one.name), data.ours.get(one.name)];
    return {
      case: one,
      differences: failure === undefined ? resultOf(one, data, providers) : [failure],
      data: { ...(go === undefined ? {} : { go }), ...(ours === undefined ? {} : { ours }) },
    };
  });
}

type AllData = Readonly<Record<Provider, ReadonlyMap<string, BootstrapData>>>;

async function untilData(client: Client, cases: readonly DifferentialCase[]): Promise<AllData> {
  const expected = cases.filter((one) => one.go !== "refused" && one.ours !== "refused").map(({ name }) => name);
  const signal = AbortSignal.timeout(timeoutMs);
  while (!(await haveSecrets(client, expected)) && !signal.aborted) await systemClock.sleep(pollMs);
  if (expected.length < cases.length) await systemClock.sleep(graceMs);
  return await readAllData(client);
}

/** Whether both have a Secret of each name; requests metadata only, because the data is large. */
async function haveSecrets(client: Client, names: readonly string[]): Promise<boolean> {
  for (const namespace of Object.values(namespaces)) {
    const { items } = await client.list(Secret, { namespace, metadataOnly: true });
    const there = new Set(items.map(({ metadata }) => metadata.name));
    if (!names.every((name) => there.has(name))) return false;
  }
  return true;
}

async function readAllData(client: Client): Promise<AllData> {
  const [go, ours] = await Promise.all([readData(client, namespaces.go), readData(client, namespaces.ours)]);
  return { go, ours };
}

async function readData(client: Client, namespace: string): Promise<Map<string, BootstrapData>> {
  const { items } = await client.list(Secret, { namespace });
  const text = (value: string | undefined) => Buffer.from(value ?? "", "base64").toString();
  return new Map(
    items
      .filter(({ data }) => data?.format !== undefined)
      .map(({ metadata, data }) => [metadata.name, { format: text(data?.format), value: text(data?.value) }]),
  );
}

function resultOf(one: DifferentialCase, data: AllData, providers: BothProviders): string[] {
  const go = data.go.get(one.name);
  const ours = data.ours.get(one.name);
  if (go === undefined && ours === undefined) {
    return one.go === "refused" ? [] : [`neither made data; Go says: ${goProblem(providers, one.name)}`];
  }
  if (go === undefined) return [`only we made data; Go says: ${goProblem(providers, one.name)}`];
  if (ours === undefined) return ["only the Go provider made data"];
  return compareData(go, ours);
}

function goProblem(providers: BothProviders, name: string): string {
  const lines = providers.logOf("go").split("\n");
  const last = lines.findLast((line) => line.includes(`"${namespaces.go}/${name}"`) && line.includes("err="));
  return /err="((?:[^"\\]|\\.)*)"/.exec(last ?? "")?.[1]?.slice(0, 300) ?? "nothing";
}
