import { type Provider } from "@capstan/harness/go";
import { type CaseResult } from "../run/run-cases.ts";
import { cloudInitVerdicts } from "./cloud-init-schema.ts";
import { kubeadmDocuments, kubeadmVerdicts } from "./kubeadm-validate.ts";
import { type Document, type Verdict } from "./verdict.ts";

/** A tool's verdict on the data of all cases. */
export interface Judgment {
  readonly tool: string;
  /** The number of Capstan's documents that it accepts. */
  readonly accepted: number;
  /** Cases in which it refuses both documents, with the reason. */
  readonly explained: readonly string[];
  /** Cases in which it refuses Capstan's document without a listed reason, or accepts it despite one. */
  readonly unexplained: readonly string[];
  /** The number of the Go provider's documents that it refuses although it accepts Capstan's counterpart. */
  readonly refusedOfGoOnly: number;
  /** Its other output. */
  readonly notes: readonly string[];
}

/** The verdict of `cloud-init schema` on every cloud-config; undefined where cloud-init is not installed. */
export async function judgeByCloudInit(results: readonly CaseResult[]): Promise<Judgment | undefined> {
  const judged = documentsOf(results, ({ format, value }) => (format === "cloud-config" ? value : undefined));
  const verdicts = await cloudInitVerdicts(judged.map(({ document }) => document));
  if (verdicts === undefined) return undefined;
  const notes = Object.entries(verdicts.asTheyAre).map(([text, count]) => `unrendered, ${count}: ${text}`);
  const reasonOf = (one: CaseResult) => one.case.refusedByCloudInit;
  return judgment(`cloud-init schema ${verdicts.version}`, judged, verdicts.rendered, reasonOf, notes);
}

/** The verdict of `kubeadm config validate` on the kubeadm documents in the data. */
export async function judgeByKubeadm(results: readonly CaseResult[]): Promise<Judgment> {
  const judged = documentsOf(results, kubeadmDocuments);
  const { verdicts, version } = await kubeadmVerdicts(judged.map(({ document }) => document));
  return judgment(
    `kubeadm config validate ${version}`,
    judged,
    verdicts,
    // Where Capstan generates no data, kubeadm must refuse the Go provider's documents.
    (one) => (one.case.difference === "contradictions" ? "they contradict each other" : one.case.refusedByKubeadm),
    [],
  );
}

interface Judged {
  readonly result: CaseResult;
  readonly provider: Provider;
  readonly document: Document;
}

type Data = NonNullable<CaseResult["data"][Provider]>;

function documentsOf(results: readonly CaseResult[], textOf: (data: Data) => string | undefined): Judged[] {
  return results.flatMap((result) =>
    (["go", "ours"] as const).flatMap((provider): Judged[] => {
      const data = result.data[provider];
      const text = data === undefined ? undefined : textOf(data);
      return text === undefined
        ? []
        : [{ result, provider, document: { name: `${result.case.name} (${provider})`, text } }];
    }),
  );
}

function judgment(
  tool: string,
  judged: readonly Judged[],
  verdicts: readonly Verdict[],
  reasonOf: (result: CaseResult) => string | undefined,
  notes: readonly string[],
): Judgment {
  const refusals = new Map(judged.map(({ document }, index) => [document.name, verdicts[index]]));
  const refusal = (result: CaseResult, provider: Provider) => refusals.get(`${result.case.name} (${provider})`);
  const results = [...new Set(judged.map(({ result }) => result))];
  const explained: string[] = [];
  const unexplained: string[] = [];
  for (const result of results) {
    const { name } = result.case;
    const reason = reasonOf(result);
    const ours = refusal(result, result.data.ours === undefined ? "go" : "ours");
    if (ours === undefined) {
      if (reason !== undefined) unexplained.push(`${name}: accepted, though ${reason}`);
    } else if (reason === undefined) {
      unexplained.push(`${name}: ${ours}`);
    } else if (result.data.go !== undefined && refusal(result, "go") === undefined) {
      unexplained.push(`${name}: refuses ours only: ${ours}`);
    } else explained.push(`${name}: ${reason}`);
  }
  return {
    tool,
    accepted: judged.filter(({ provider }, index) => provider === "ours" && verdicts[index] === undefined).length,
    explained,
    unexplained,
    refusedOfGoOnly: results.filter(
      (result) =>
        result.data.ours !== undefined && refusal(result, "go") !== undefined && refusal(result, "ours") === undefined,
    ).length,
    notes,
  };
}
