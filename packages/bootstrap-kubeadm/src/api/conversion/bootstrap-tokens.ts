import { formatSeconds, optional } from "@capstan/kube";
import type { BootstrapToken } from "../v1beta2/node-configuration.ts";
import type { BootstrapTokenV1Beta1 } from "../v1beta1/node-configuration.ts";
import { toSeconds } from "./durations.ts";
import { ifThere } from "./if-there.ts";

/** Converts bootstrap tokens to v1beta2, whose TTL is in seconds. */
export function toBootstrapTokens(tokens: readonly BootstrapTokenV1Beta1[]): BootstrapToken[] {
  return tokens.map(({ ttl, ...same }) => ({ ...same, ...optional("ttlSeconds", ifThere(ttl, toSeconds)) }));
}

/** Converts bootstrap tokens to v1beta1, whose TTL is a string. */
export function fromBootstrapTokens(tokens: readonly BootstrapToken[]): BootstrapTokenV1Beta1[] {
  return tokens.map(({ ttlSeconds, ...same }) => ({ ...same, ...optional("ttl", ifThere(ttlSeconds, formatSeconds)) }));
}
