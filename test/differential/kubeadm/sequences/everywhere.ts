import { type DifferenceId } from "../expected/differences.ts";
import { type ExpectedDifference } from "./sequence.ts";

/** Lines in the facts of a KubeadmConfig; the Go provider's on the left. */
function inConfig(id: DifferenceId, text: string): ExpectedDifference {
  return { id, at: new RegExp(String.raw`^configs\.[\w-]+\.${text}`) };
}

/** Differences that may show in any sequence. */
export const everywhere: readonly ExpectedDifference[] = [
  inConfig("spec-written-back", String.raw`specChangedAt: \[".*"\] \| \[\]$`),
  inConfig("observed-generation", String.raw`observed: false \| true$`),
  inConfig("deprecated-conditions", String.raw`deprecatedConditions: true \| false$`),
  inConfig("waiting-reasons", String.raw`conditions\.Ready\.status: "Unknown" \| "False"$`),
  inConfig("waiting-reasons", String.raw`conditions\.Ready\.reason: "(NotReady|ReadyUnknown)" \| "(?!Ready")`),
  inConfig("waiting-reasons", String.raw`conditions\.DataSecretAvailable: nothing \| \{"status":"False"`),
  inConfig("waiting-reasons", String.raw`conditions\.DataSecretAvailable\.reason: "NotAvailable" \| "(?!Available")`),
  inConfig("waiting-reasons", String.raw`conditions\.CertificatesAvailable\.status: "Unknown" \| "False"$`),
  inConfig(
    "waiting-reasons",
    String.raw`conditions\.CertificatesAvailable\.reason: "InternalError" \| "NotAvailable"$`,
  ),
  inConfig(
    "certificates-condition",
    String.raw`conditions\.CertificatesAvailable: \{"status":"True","reason":"Available"\} \| nothing$`,
  ),
];
