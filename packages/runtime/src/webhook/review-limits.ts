import { getHeapStatistics } from "node:v8";

/** How much reviews of one kind may contain. */
export interface ReviewSize {
  readonly bytes: number;
  /** JSON values: what a review costs in memory depends on them more than on its length. */
  readonly values: number;
  /** Bytes of all such reviews that are being received or answered. */
  readonly roomBytes: number;
}

/** What a webhook server takes from a client, which may be anyone that reaches its port. */
export interface ReviewLimits {
  readonly admission: ReviewSize;
  readonly conversion: ReviewSize;
  /** Connections of all clients. */
  readonly connections: number;
  /** Of a TLS handshake, and of the headers of a request. */
  readonly headersTimeoutMs: number;
  /** Of a request with its body. */
  readonly requestTimeoutMs: number;
  /** Of a connection without a request. */
  readonly idleTimeoutMs: number;
  /** How long reviews in flight may take once the server closes. */
  readonly drainMs: number;
}

const mebibyte = 1024 * 1024;

/** An object is at most 3 MiB in the API server; a review has it twice, before and after. */
const admissionBytes = 8 * mebibyte;
const admission: ReviewSize = { bytes: admissionBytes, values: 1_000_000, roomBytes: 2 * admissionBytes };

/**
 * All objects of a list that must be converted come in one review. The API server itself reads pages of 10,000 objects to fill its
 * watch cache: of 13 KiB each with 400 values at this size.
 */
const largestConversion = { bytes: 128 * mebibyte, values: 4_000_000 };

/**
 * The limits of a process whose heap may grow to `heapBytes`: a conversion must leave room in it. The text takes as many bytes as the
 * request, what is parsed of it at most 512 a value, the answer as much again. An admission review always fits, and neither takes the
 * other's room.
 */
export function reviewLimits(heapBytes = getHeapStatistics().heap_size_limit): ReviewLimits {
  const bytes = Math.max(admission.bytes, Math.min(largestConversion.bytes, Math.floor(heapBytes / 16)));
  const values = Math.max(admission.values / 4, Math.min(largestConversion.values, Math.floor(heapBytes / 512)));
  return {
    admission,
    conversion: { bytes, values, roomBytes: bytes },
    connections: 500,
    headersTimeoutMs: 10_000,
    // The API server waits 30 seconds at most.
    requestTimeoutMs: 30_000,
    idleTimeoutMs: 5_000,
    // Its default, which admission webhooks and conversions have unless their registration says otherwise.
    drainMs: 10_000,
  };
}
