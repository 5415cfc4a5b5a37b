import { listAt, objectAt, textAt } from "@capstan/kube";
import { at, type KindRules, selector, shortened, text } from "./cells.ts";
import { unchanged } from "./field-errors.ts";

export const ingressRules: KindRules = {
  cells: {
    Class: at("spec", "ingressClassName")("<none>"),
    Hosts: (object) => {
      const hosts = listAt(object, "spec", "rules").flatMap((one) => textAt(one, "host") ?? []);
      return hosts.length === 0 ? "*" : shortened(hosts, 3);
    },
    Address: (object) =>
      listAt(object, "status", "loadBalancer", "ingress")
        .map((one) => textAt(one, "ip") ?? textAt(one, "hostname") ?? "")
        .join(","),
    Ports: (object) => (listAt(object, "spec", "tls").length === 0 ? "80" : "80, 443"),
  },
};

export const ingressClassRules: KindRules = {
  validate: (object, previous) => unchanged(object, previous, ["spec.controller"]),
  cells: { Controller: text("spec", "controller") },
};

export const ipAddressRules: KindRules = {
  validate: (object, previous) => unchanged(object, previous, ["spec.parentRef"]),
};

export const serviceCidrRules: KindRules = {
  cells: { CIDRs: (object) => listAt(object, "spec", "cidrs").map(String).join(",") },
};

export const networkPolicyRules: KindRules = {
  complete: (object) => {
    const spec = objectAt(object, "spec");
    if (spec === undefined || spec.policyTypes !== undefined) return object;
    return {
      ...object,
      spec: { ...spec, policyTypes: spec.egress === undefined ? ["Ingress"] : ["Ingress", "Egress"] },
    };
  },
  cells: { "Pod-Selector": selector("spec", "podSelector") },
};
