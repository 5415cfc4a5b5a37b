import { getHeapStatistics } from "node:v8";

/** Size limits of one type of review. */
export interface ReviewSize {
  readonly bytes: number;
  /** JSON values: they determine the memory that a review needs more than its length does. */
  readonly values: number;
  /** Bytes of all such reviews that are being received or answered. */
  readonly roomBytes: number;
}

/** Limits of a webhook server; its clients may be anyone who can reach the port. */
export interface ReviewLimits {
  readonly admission: ReviewSize;
  readonly conversion: ReviewSize;
  /** Requests of endpoints of other protocols. */
  readonly endpoint: ReviewSize;
  /** Connections of all clients. */
  readonly connections: number;
  /** For a TLS handshake, and for the headers of a request. */
  readonly headersTimeoutMs: number;
  /** For a request with its body. */
  readonly requestTimeoutMs: number;
  /** For a connection without a request. */
  readonly idleTimeoutMs: number;
  /** How long the server waits for reviews in flight when it closes. */
  readonly drainMs: number;
}

const mebibyte = 1024 * 1024;

/** The API server limits an object to 3 MiB; a review has it twice, before and after. */
const admissionBytes = 8 * mebibyte;
const admission: ReviewSize = { bytes: admissionBytes, values: 1_000_000, roomBytes: 2 * admissionBytes };

/**
 * All objects of a list that need conversion come in one review. To fill its watch cache, the API server reads pages of 10,000 objects: at
 * this size, 13 KiB with 400 values each.
 */
const largestConversion = { bytes: 128 * mebibyte, values: 4_000_000 };

/** Cluster API limits the requests and responses of runtime extensions to this. */
const largestEndpoint = 20 * mebibyte;

/**
 * The limits of a process whose heap may grow to `heapBytes`: conversions and hooks must leave room in it. A body takes as many bytes as the
 * request, its parsed form at most 512 per value, and the answer as much again. An admission review always fits, and no type takes the room
 * of another.
 */
export function reviewLimits(heapBytes = getHeapStatistics().heap_size_limit): ReviewLimits {
  const bytes = Math.max(admission.bytes, Math.min(largestConversion.bytes, Math.floor(heapBytes / 16)));
  const values = Math.max(admission.values / 4, Math.min(largestConversion.values, Math.floor(heapBytes / 512)));
  const endpointBytes = Math.max(admission.bytes, Math.min(largestEndpoint, Math.floor(heapBytes / 16)));
  return {
    admission,
    endpoint: { bytes: endpointBytes, values: admission.values, roomBytes: 2 * endpointBytes },
    conversion: { bytes, values, roomBytes: bytes },
    connections: 500,
    headersTimeoutMs: 10_000,
    // The API server waits 30 seconds at most.
    requestTimeoutMs: 30_000,
    idleTimeoutMs: 5_000,
    // The API server's default timeout for admission webhooks and conversions.
    drainMs: 10_000,
  };
}
