import { isBug } from "./plain-value.ts";

const mostFrames = 10;

/**
 * Where a bug is, in lines that follow the one that reports it: the frames of the error, or of the first of its causes that is not
 * typed, without those of Node itself. Empty for typed errors, whose message says all.
 */
export function stackLines(error: unknown): string {
  const frames = framesOf(bugIn(error)).filter((line) => /^\s+at (?!.*\bnode:)/.test(line));
  return frames
    .slice(0, mostFrames)
    .map((frame) => `\n    ${frame.trim().replaceAll(/\p{Cc}/gu, "\u{fffd}")}`)
    .join("");
}

/** What follows the message, of which others may have written lines that look like frames. None, if that cannot be told apart. */
function framesOf(error: Error | undefined): string[] {
  const { stack = "", message = "" } = error ?? {};
  const at = stack.indexOf(message);
  return at < 0 ? [] : stack.slice(at + message.length).split("\n");
}

function bugIn(error: unknown, seen: readonly unknown[] = []): Error | undefined {
  if (!(error instanceof Error) || seen.includes(error)) return undefined;
  return isBug(error) ? error : bugIn(error.cause, [...seen, error]);
}
