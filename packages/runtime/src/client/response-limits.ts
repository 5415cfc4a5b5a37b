import { isMalformedText, parseJson } from "@capstan/kube";
import { ResponseRefusedError } from "../errors/runtime-errors.ts";

/** Limits on the responses of a server that may be hostile. */
export interface ResponseLimits {
  /** JSON values in one answer: values cost more memory than their bytes. */
  readonly answerValues: number;
  /** Bytes of a list, all pages together. */
  readonly listBytes: number;
  /** Pages of a list. */
  readonly listPages: number;
  /** Bytes of one event of a watch. */
  readonly eventBytes: number;
  /** JSON values in one event of a watch. */
  readonly eventValues: number;
  /** Bytes of the headers of an answer. */
  readonly headerBytes: number;
  /** Bytes that a watch may receive before its reader takes them. */
  readonly windowBytes: number;
  /** Characters of the server's message in an error. */
  readonly messageCharacters: number;
}

const mebibyte = 1024 * 1024;
/** The maximum size of an answer from any server, except for lists of a trusted server; a list may arrive in several answers. */
export const answerBytes = 32 * mebibyte;
/** No object in Kubernetes is nested this deep. */
const depth = 1_000;

/** For API servers of workload clusters, whose owners are not trusted. A full Node has about 30 KiB and 1,000 values. */
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

/** The error for an answer that is refused; `reason` completes "it ...". */
export function refusedResponse(reason: string, cause?: unknown): ResponseRefusedError {
  return new ResponseRefusedError(
    `The server's response is rejected: it ${reason}`,
    cause === undefined ? {} : { cause },
  );
}

/** @throws ResponseRefusedError - it is not JSON, has too many values or is nested too deep. */
export function readLimitedJson(text: string, values: number): unknown {
  try {
    return parseJson(text, { values, depth });
  } catch (error) {
    if (isMalformedText(error)) throw refusedResponse(error.message.replace(/^it /, ""), error);
    throw error;
  }
}

/** The server's message, cut to the limit, without characters that end a line or change a terminal. */
export function withinLimit(message: string, characters: number | undefined): string {
  if (characters === undefined) return message;
  // oxlint-disable-next-line no-control-regex -- what is removed
  const line = message.slice(0, characters).replace(/[\u0000-\u001f\u007f-\u009f]+/g, " ");
  return message.length <= characters ? line : `${line}…`;
}
