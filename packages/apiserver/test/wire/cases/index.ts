import { bindingCases } from "./parts.ts";
import { bodyCases } from "./bodies.ts";
import { deletionCases } from "./deletions.ts";
import { kindCases } from "./kinds.ts";
import { listCases } from "./lists.ts";
import { methodCases } from "./methods.ts";
import { ownerCases } from "./owners.ts";
import { outputCases } from "./outputs.ts";
import { patchCases } from "./patches.ts";
import { quotaCases } from "./quotas.ts";
import { resourceCases } from "./resources.ts";
import { yamlCases } from "./yaml.ts";
import { yamlValueCases } from "./yaml-values.ts";
import { admissionCases } from "./admission.ts";
import { applyCases } from "./applies.ts";
import { customCases } from "./custom.ts";
import { definitionCases } from "./definitions.ts";
import { encodingCases } from "./encodings.ts";
import { podCases } from "./pods.ts";
import { userCases } from "./users.ts";
import { syntaxCases } from "./syntax.ts";
import { versionCases } from "./versions.ts";
import type { WireCase } from "./wire-case.ts";

export const subjects: Readonly<Record<string, readonly WireCase[]>> = {
  methods: methodCases,
  bodies: bodyCases,
  lists: listCases,
  outputs: outputCases,
  patches: patchCases,
  deletions: deletionCases,
  resources: resourceCases,
  kinds: kindCases,
  yaml: yamlCases,
  "yaml values": yamlValueCases,
  owners: ownerCases,
  bindings: bindingCases,
  encodings: encodingCases,
  pods: podCases,
  applies: applyCases,
  versions: versionCases,
  syntax: syntaxCases,
  users: userCases,
  definitions: definitionCases,
  custom: customCases,
  admission: admissionCases,
  quotas: quotaCases,
};
