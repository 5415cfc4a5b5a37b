import { renderTemplate } from "../../../packages/bootstrap-kubeadm/src/go-template/execute.ts";
import { TemplateError } from "../../../packages/bootstrap-kubeadm/src/go-template/model/template-error.ts";
import { type GoRendering, goRenderings } from "./go-renderings.ts";
import { data } from "./templates.ts";

/** A template that Capstan renders differently from Go. */
interface Difference {
  readonly template: string;
  readonly go: GoRendering;
  readonly ours: GoRendering;
}

/** The results for the templates. */
export interface Comparison {
  readonly rendered: number;
  readonly refused: number;
  /** Templates that exceed a limit that Go lacks: Go may never finish them, so it does not render them. */
  readonly limited: number;
  readonly differences: readonly Difference[];
  /** Go's result for each template. */
  readonly answers: readonly { readonly template: string; readonly go: GoRendering }[];
}

const exceedsLimit = /limit of work|endlessly|1 MiB|too many digits/;

/** Renders templates with Go and with Capstan. */
export async function compareTemplates(all: readonly string[]): Promise<Comparison> {
  const here = all.map((template) => ({ template, ours: rendered(template) }));
  const asked = here.filter(({ ours }) => !("error" in ours && exceedsLimit.test(ours.error)));
  const theirs = await goRenderings(
    asked.map(({ template }) => template),
    data,
  );
  const differences = asked.flatMap(({ template, ours }, index): Difference[] => {
    const go = answerOf(theirs, index);
    return isSame(go, ours) ? [] : [{ template, go, ours }];
  });
  const refused = theirs.filter((go) => "error" in go).length;
  const answers = asked.map(({ template }, index) => ({ template, go: answerOf(theirs, index) }));
  return { rendered: theirs.length - refused, refused, limited: all.length - asked.length, differences, answers };
}

function answerOf(answers: readonly GoRendering[], index: number): GoRendering {
  return answers[index] ?? { error: "Go has not answered" };
}

function rendered(template: string): GoRendering {
  try {
    return { output: renderTemplate(template, data) };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return { error: error.message };
  }
}

/** The wording of an error may differ. */
function isSame(go: GoRendering, ours: GoRendering): boolean {
  return "error" in go || "error" in ours ? "error" in go === "error" in ours : go.output === ours.output;
}
