import type { Row } from "./row.ts";
import { notReady, ready, infraNotReady, infraReady } from "./situations.ts";

/** The facts that make a Machine provisioned. */
export const infrastructureRows: readonly Row[] = [
  {
    row: "15",
    proves: "infrastructure that was never there is still awaited",
    situation: { config: ready, infrastructure: "missing" },
    proposal: "provisioning",
    v1alpha2: "provisioning",
    v1beta1: "Provisioning",
    today: "Provisioning",
  },
  {
    row: "16 (providerID missing)",
    proves: "ready infrastructure without a providerID is not provisioned",
    situation: { config: ready, infrastructure: { ready: true } },
    proposal: "provisioning",
    v1alpha2: "provisioning",
    v1beta1: "Provisioning",
    today: "Provisioning",
  },
  {
    row: "16 (providerID empty)",
    proves: "an empty providerID counts as missing",
    situation: { config: ready, infrastructure: { ready: true, providerID: "" } },
    proposal: "provisioning",
    v1alpha2: "provisioning",
    v1beta1: "Provisioning",
    today: "Provisioning",
  },
  {
    row: "17",
    proves: "a providerID without the flag does not count",
    situation: { config: ready, infrastructure: { ready: false, providerID: "p" } },
    proposal: "provisioning",
    v1alpha2: "provisioning",
    v1beta1: "Provisioning",
    today: "Provisioning",
  },
  {
    row: "18",
    proves: "ready infrastructure with a providerID is provisioned",
    situation: { config: ready, infrastructure: infraReady },
    proposal: "provisioned",
    v1alpha2: "provisioned",
    v1beta1: "Provisioned",
    today: "Provisioned",
  },
  {
    row: "19",
    proves: "infrastructure that did not wait for data is provisioned",
    situation: { config: notReady, infrastructure: infraReady },
    proposal: "provisioned",
    v1alpha2: "provisioned",
    v1beta1: "Provisioned",
    today: "Provisioned",
  },
  {
    row: "20",
    proves: "a preset providerID alone proves nothing to the proposal",
    situation: { config: notReady, infrastructure: infraNotReady, presetProviderID: "q" },
    proposal: "pending",
    v1alpha2: "pending",
    v1beta1: "Provisioned",
    today: "Provisioned",
  },
];
