import type { ProviderDefinition } from "@capstan/provider";
import type { ProviderUnderTest } from "@capstan/testkit/conformance";
import { type RawProviderClass, subjectOf } from "./correct-providers.ts";

/** A provider that breaks one rule while it runs. */
export interface FaultyProvider {
  /** The fault, as a sentence without its subject. */
  readonly fault: string;
  readonly breaks: string;
  readonly subject: ProviderUnderTest;
}

type Row = readonly [breaks: string, fault: string, provider: RawProviderClass, definition?: ProviderDefinition];

/** Faulty providers of one kind. */
export function faultyProviders(definition: ProviderDefinition, rows: readonly Row[]): readonly FaultyProvider[] {
  return rows.map(([breaks, fault, provider, other = definition]) => ({
    fault,
    breaks,
    subject: subjectOf(provider, other),
  }));
}

/** Title of the test that runs the provider. */
export function titleOf({ fault, breaks, subject: { definition } }: FaultyProvider): string {
  return `${breaks}: a ${definition.role} provider (${definition.contract}) that ${fault} is caught`;
}
