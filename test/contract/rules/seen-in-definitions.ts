import { Type } from "@capstan/provider";
import { machineOptions, refusal, refusedMachines } from "../../../packages/provider/test/refused-definitions.ts";
import { type Sighting, sightingOf } from "./sighting.ts";
import { labelOf, takenNames } from "./taken-names.ts";

const moment = "definition time";

/** The errors for invalid definitions written in plain JavaScript. */
export function seenInDefinitions(): Sighting[] {
  return [
    ...refusedMachines.map(([title, , options]) => {
      const [rule = ""] = title.split(":");
      return sightingOf(moment, title, rule, refusal("InfraMachine", machineOptions(options)).violations);
    }),
    ...takenNames.map((taken) => {
      const { role, contract, section, name, rule } = taken;
      const version = { contract, spec: Type.Object({}), [section]: Type.Object({ [name]: Type.String() }) };
      const { violations } = refusal(role, { kind: `Own${role}`, versions: { v1: version } });
      return sightingOf(moment, labelOf(taken), rule, violations);
    }),
  ];
}
