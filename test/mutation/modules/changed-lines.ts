import { execFileSync } from "node:child_process";

/** The lines of each file that differ from a commit, with current line numbers. */
export type ChangedLines = ReadonlyMap<string, ReadonlySet<number>>;

/**
 * The differences between a commit and the working tree.
 * @param folder - of the repository.
 */
export function changedLines(since: string, folder = "."): ChangedLines {
  const places = ["src", "test"].map((part) => `:(glob)packages/*/${part}/**`);
  return readDiff(git(["-C", folder, "diff", "--unified=0", "--no-color", "--no-ext-diff", since, "--", ...places]));
}

/** What a diff without context says of the new side of its files. */
export function readDiff(diff: string): ChangedLines {
  const lines = new Map<string, Set<number>>();
  let current = new Set<number>();
  for (const line of diff.split("\n")) {
    const file = /^\+\+\+ b\/(.+)$/.exec(line)?.[1];
    if (file !== undefined) lines.set(file, (current = new Set()));
    const hunk = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (hunk === null) continue;
    const [first, count] = [Number(hunk[1]), Number(hunk[2] ?? 1)];
    for (let number = first; number < first + count; number++) current.add(number);
  }
  return lines;
}

/** The commit to compare with: the merge base with the main branch, or the parent commit. */
export function commitBefore(): string {
  for (const ref of ["origin/main", "main"]) {
    try {
      const base = git(["merge-base", ref, "HEAD"]);
      if (base !== git(["rev-parse", "HEAD"])) return base;
    } catch {
      // A shallow clone may lack it.
    }
  }
  try {
    return git(["rev-parse", "--verify", "HEAD~1"]);
  } catch (cause) {
    throw new NothingToCompareError({ cause });
  }
}

function git(args: string[]): string {
  return execFileSync("git", args, { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"] }).trim();
}

/** The repository has no earlier commit. */
export class NothingToCompareError extends Error {
  override readonly name = "NothingToCompareError";
  constructor(options: { cause: unknown }) {
    super("this clone has neither main nor the commit before HEAD: fetch two commits, or name one by --since", options);
  }
}
