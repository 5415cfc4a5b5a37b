import { endedByOneNewline } from "../../go-text/one-newline.ts";
import { type ResolvedFile } from "../setup/resolved-setup.ts";
import { goQuote } from "../../go-text/go-quote.ts";
import { scalar } from "./scalar.ts";

/** One entry of cloud-init's `write_files`, as lines. */
export function writeFilesEntry(file: ResolvedFile): string[] {
  const { path, encoding, owner, permissions, append, content } = file;
  return [
    `-   path: ${scalar(path)}`,
    ...(encoding === undefined ? [] : [`    encoding: "${encoding}"`]),
    ...(owner === undefined ? [] : [`    owner: ${scalar(owner)}`]),
    ...(permissions === undefined ? [] : [`    permissions: ${singleQuoted(permissions)}`]),
    ...(append === undefined ? [] : [`    append: ${append}`]),
    ...contentLines(content),
  ];
}

/** Characters that a literal block cannot contain, or that would end a line there. */
const unfit = /[\p{Cc}--[\t\n]]|\p{Cs}|[\u2028\u2029\ufeff\ufffe\uffff]/v;

/**
 * Renders content as a literal block, which ends every file with exactly one newline, whatever it ended with. Content that a literal block
 * cannot contain is quoted, with the same ending.
 */
function contentLines(content: string): string[] {
  if (unfit.test(content)) return [`    content: ${goQuote(endedByOneNewline(content))}`];
  // Without the number, the indentation would be that of the first non-empty line.
  const depth = /^\n*[ \t]/.test(content) ? "2" : "";
  return [`    content: |${depth}`, ...content.split("\n").map((line) => `      ${line}`)];
}

function singleQuoted(text: string): string {
  return /^[\p{L}\p{N}\p{S}\p{P} ]*$/u.test(text) && !text.includes("'") ? `'${text}'` : goQuote(text);
}
