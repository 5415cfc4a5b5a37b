import { kind, subdomain } from "../../fields/names.ts";
import { type AdmissionRule } from "./admission-rule.ts";

const apiVersion = `${subdomain}/[a-z]([-a-z0-9]*[a-z0-9])?`;

/**
 * The rules for a v1beta1 reference. Cluster API leaves these unrestricted, but v1beta2, the stored version, can express only such names.
 */
export function objectReferenceRules(at: string): readonly AdmissionRule[] {
  return [
    { at: `${at}.apiVersion`, bounds: { pattern: `^(${apiVersion})?$`, maxLength: 317 } },
    { at: `${at}.kind`, bounds: { pattern: `^(${kind})?$`, maxLength: 63 } },
    { at: `${at}.name`, bounds: { pattern: `^(${subdomain})?$`, maxLength: 253 } },
  ];
}

/** The rules for the references of a Machine, by itself or within a template. */
export function machineReferenceRules(at: string): readonly AdmissionRule[] {
  return [`${at}.bootstrap.configRef`, `${at}.infrastructureRef`].flatMap(objectReferenceRules);
}
