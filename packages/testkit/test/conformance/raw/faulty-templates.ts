import { type AdmissionContext, type AdmissionRules, defineInfraMachine, Type } from "@capstan/provider";
import { subjectOf } from "./correct-providers.ts";
import type { FaultyProvider } from "./faulty-provider.ts";
import { RawMachineProvider } from "./raw-machine.ts";

interface Sized {
  size?: string;
  seen?: number;
}

function withAdmission(admission: AdmissionRules<Sized>) {
  const spec = Type.Object({ size: Type.Optional(Type.String()), seen: Type.Optional(Type.Integer()) });
  return defineInfraMachine({ kind: "RawMachine", versions: { v1: { contract: "v1beta2", spec } }, admission });
}

let counter = 0;

const immutable = [{ path: "size", message: "must be immutable" }];

/** A provider whose Templates are immutable, as the contract allows. */
export const immutableTemplates = subjectOf(RawMachineProvider, withAdmission({ immutableTemplates: true }));

/** Providers whose webhooks disturb the topology controller. */
export const faultyTemplateProviders: readonly FaultyProvider[] = [
  faulty("refuses the dry runs of a topology, because its Templates are immutable", {
    validate: (spec, context) => (isChanged(spec, context) ? immutable : []),
  }),
  faulty("keeps its Templates immutable except in any dry run", {
    validate: (spec, context) => (isChanged(spec, context) && !context.dryRun ? immutable : []),
  }),
  faulty("defaults a Template differently each time", {
    defaultTemplate: (spec) => ({ ...spec, seen: (counter += 1) }),
  }),
  faulty("refuses every dry run of a topology", {
    validate: (_spec, { isTopologyDryRun }) => (isTopologyDryRun ? immutable : []),
  }),
];

function faulty(fault: string, admission: AdmissionRules<Sized>): FaultyProvider {
  return { fault, breaks: "BT-008", subject: subjectOf(RawMachineProvider, withAdmission(admission)) };
}

function isChanged({ size }: Sized, { isTemplate, previous }: AdmissionContext<Sized>): boolean {
  return isTemplate && previous !== undefined && previous.size !== size;
}
