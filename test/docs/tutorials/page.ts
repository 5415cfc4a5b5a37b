/** An action or observation of a tutorial's reader at one place of its page. */
export type Step = { readonly line: number; readonly section: string } & (
  | { readonly do: "run"; readonly command: string; readonly goesOn: boolean }
  | { readonly do: "interrupt" }
  /** Lines that the last command, or the running one, prints; `…` matches anything. */
  | { readonly do: "see"; readonly lines: readonly string[] }
  /** The same for the page that the running command serves. */
  | { readonly do: "look"; readonly lines: readonly string[] }
  | { readonly do: "write"; readonly file: string; readonly text: string }
  | { readonly do: "change"; readonly file: string; readonly diff: string }
  /** Lines that a file contains at that moment. */
  | { readonly do: "read"; readonly file: string; readonly text: string }
);

/** A comment, a fenced block with its language and content, or the heading of a section. */
const part = /<!--\s*([\s\S]*?)\s*-->|^```(\w*)\n([\s\S]*?)^```$|^## (.+)$/gm;

/**
 * The steps of a page, in order. A comment before a block defines it: `goes on`, `prints`, `page`, `file: <path>`, `change: <path>`, `part:
 * <path>`; `not walked: <reason>` omits it. Blocks of `sh` without a comment are commands; `interrupt` is Ctrl-C.
 *
 * @throws Error a block that would be a step lacks its comment.
 */
export function stepsOf(page: string): readonly Step[] {
  const steps: Step[] = [];
  let section = "";
  let mark: { readonly text: string; readonly end: number } | undefined;
  for (const { index, 0: whole, 1: comment, 2: language, 3: text = "", 4: heading } of page.matchAll(part)) {
    const place = { line: page.slice(0, index).split("\n").length, section };
    if (heading !== undefined) section = heading;
    else if (comment === "interrupt") steps.push({ ...place, do: "interrupt" });
    else if (comment !== undefined) mark = { text: comment, end: index + whole.length };
    else if (language !== undefined) {
      const isMarked = mark !== undefined && page.slice(mark.end, index).trim() === "";
      steps.push(...stepsOfBlock({ place, language, text, mark: isMarked ? mark?.text : undefined }));
      mark = undefined;
    }
  }
  return steps;
}

interface Block {
  readonly place: Pick<Step, "line" | "section">;
  readonly language: string;
  readonly text: string;
  readonly mark: string | undefined;
}

function stepsOfBlock({ place, language, text, mark = "" }: Block): readonly Step[] {
  const { what = "", file = "" } = /^(?<what>[a-z ]+?)(?:: (?<file>.+))?$/s.exec(mark)?.groups ?? {};
  switch (what) {
    case "not walked":
    case "from":
      return [];
    case "prints":
      return [{ ...place, do: "see", lines: linesIn(text) }];
    case "page":
      return [{ ...place, do: "look", lines: linesIn(text) }];
    case "file":
      return [{ ...place, do: "write", file, text }];
    case "change":
      return [{ ...place, do: "change", file, diff: text }];
    case "part":
      return [{ ...place, do: "read", file, text }];
    default:
      if (language !== "sh") throw new Error(`Line ${place.line}: a comment must say what this block is`);
      return commandsIn(text).map((command) => ({ ...place, do: "run", command, goesOn: what === "goes on" }));
  }
}

function linesIn(text: string): readonly string[] {
  return text.split("\n").filter((each) => each.trim() !== "");
}

/** A line that ends with a backslash continues on the next one; a comment after # is for the reader. */
function commandsIn(text: string): readonly string[] {
  return text
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .map((command) => command.replace(/(^|\s+)#.*/, "").trim())
    .filter((command) => command !== "");
}
