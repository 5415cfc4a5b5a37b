import { kind, subdomain } from "../../fields/names.ts";
import { type AdmissionRule } from "./admission-rule.ts";

const apiVersion = `${subdomain}/[a-z]([-a-z0-9]*[a-z0-9])?`;

/**
 * What holds for a reference of v1beta1, which upstream lets say anything: only such names can be said in v1beta2, in which it is stored.
 */
export function objectReferenceRules(at: string): readonly AdmissionRule[] {
  return [
    { at: `${at}.apiVersion`, bounds: { pattern: `^(${apiVersion})?$`, maxLength: 317 } },
    { at: `${at}.kind`, bounds: { pattern: `^(${kind})?$`, maxLength: 63 } },
    { at: `${at}.name`, bounds: { pattern: `^(${subdomain})?$`, maxLength: 253 } },
  ];
}

/** The same for the references of a Machine, its own or within a template. */
export function machineReferenceRules(at: string): readonly AdmissionRule[] {
  return [`${at}.bootstrap.configRef`, `${at}.infrastructureRef`].flatMap(objectReferenceRules);
}
