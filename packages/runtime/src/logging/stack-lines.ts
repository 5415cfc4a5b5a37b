import { isBug } from "./plain-value.ts";

const mostFrames = 10;

/**
 * The location of a bug, in lines that follow the line that reports it: the frames of the error, or of its first cause that is not typed,
 * without frames of Node. Empty for typed errors, whose message is sufficient.
 */
export function stackLines(error: unknown): string {
  const frames = framesOf(bugIn(error)).filter((line) => /^\s+at (?!.*\bnode:)/.test(line));
  return frames
    .slice(0, mostFrames)
    .map((frame) => `\n    ${frame.trim().replaceAll(/\p{Cc}/gu, "\u{fffd}")}`)
    .join("");
}

/**
 * The lines after the message; the message may come from others and contain lines that look like frames. Empty if the two cannot be
 * separated.
 */
function framesOf(error: Error | undefined): string[] {
  const { stack = "", message = "" } = error ?? {};
  const at = stack.indexOf(message);
  return at < 0 ? [] : stack.slice(at + message.length).split("\n");
}

function bugIn(error: unknown, seen: readonly unknown[] = []): Error | undefined {
  if (!(error instanceof Error) || seen.includes(error)) return undefined;
  return isBug(error) ? error : bugIn(error.cause, [...seen, error]);
}
