import { isMalformedText, parseJson } from "@capstan/kube";
import { ResponseRefusedError } from "../errors/runtime-errors.ts";

/** How much is read of a server that may be hostile. */
export interface ResponseLimits {
  /** JSON values in one answer: they cost memory more than its bytes do. */
  readonly answerValues: number;
  /** Bytes of a list, all its pages together. */
  readonly listBytes: number;
  /** Pages of a list. */
  readonly listPages: number;
  /** Bytes of one event of a watch. */
  readonly eventBytes: number;
  /** JSON values in one event of a watch. */
  readonly eventValues: number;
  /** Bytes of the headers of an answer. */
  readonly headerBytes: number;
  /** Bytes that a watch may be ahead of its reader. */
  readonly windowBytes: number;
  /** Characters of the server's own words in an error. */
  readonly messageCharacters: number;
}

const mebibyte = 1024 * 1024;
/** Bytes of one answer that are read of any server, but for lists of one that is trusted; a list may come in several. */
export const answerBytes = 32 * mebibyte;
/** No object of Kubernetes is nested so deep. */
const depth = 1_000;

/** For API servers of workload clusters, whose owners may be anyone. A Node with all that is in it has some 30 KiB and 1,000 values. */
export const workloadLimits: ResponseLimits = {
  answerValues: 2_000_000,
  listBytes: 256 * mebibyte,
  listPages: 1_000,
  eventBytes: 4 * mebibyte,
  eventValues: 200_000,
  headerBytes: 32 * 1024,
  windowBytes: mebibyte,
  messageCharacters: 1_024,
};

/** An answer is not accepted, for the reason that completes "it ...". */
export function refusedResponse(reason: string, cause?: unknown): ResponseRefusedError {
  return new ResponseRefusedError(
    `The server's answer is not accepted: it ${reason}`,
    cause === undefined ? {} : { cause },
  );
}

/** @throws ResponseRefusedError - it is not JSON, has more values or is nested deeper than is accepted. */
export function readLimitedJson(text: string, values: number): unknown {
  try {
    return parseJson(text, { values, depth });
  } catch (error) {
    if (isMalformedText(error)) throw refusedResponse(error.message.replace(/^it /, ""), error);
    throw error;
  }
}

/** The server's own words, without what would end a line or change a terminal, and no longer than is reported. */
export function withinLimit(message: string, characters: number | undefined): string {
  if (characters === undefined) return message;
  // eslint-disable-next-line no-control-regex -- what is removed
  const line = message.slice(0, characters).replace(/[\u0000-\u001f\u007f-\u009f]+/g, " ");
  return message.length <= characters ? line : `${line}…`;
}
