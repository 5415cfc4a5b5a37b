/** The line of an offset; the first line is 1. */
export function lineAt(text: string, at: number): number {
  return text.slice(0, at).split("\n").length;
}
