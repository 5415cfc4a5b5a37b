import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { convertedCoreCRDs } from "@capstan/core-controllers";
import { convertersOf, type CustomResourceDefinition, type KindDefinition } from "@capstan/provider";
import type { Converter } from "@capstan/runtime";
import { RestMachine } from "../../../examples/infrastructure-rest-cloud/src/api/rest-machine.ts";
import { coreConverters } from "../../../packages/core-controllers/src/api/convert.ts";
import { FooMachine } from "../../docs/porting/ported-kinds.ts";
import { generatedKinds } from "./generated-kinds.ts";

/** A kind whose objects a webhook converts. */
export interface ConvertedKind {
  readonly crd: CustomResourceDefinition;
  readonly converter: Converter;
}

const known = (apiGroup: string): string | undefined =>
  apiGroup === "example.com" ? undefined : `${apiGroup}/v1beta2`;
const core = coreConverters(known);

/** All converted kinds of Capstan, and some badly converted kinds of authors. */
export function convertedKinds(generated: number, seed: number): readonly ConvertedKind[] {
  const authored = [KubeadmConfig, RestMachine, FooMachine, ...generatedKinds(generated, seed)];
  return [
    ...convertedCoreCRDs.flatMap((crd) =>
      core.filter(({ kinds }) => kinds.includes(crd.spec.names.kind)).map((converter) => ({ crd, converter })),
    ),
    ...authored.flatMap(kindsOf),
  ];
}

function kindsOf(definition: KindDefinition): ConvertedKind[] {
  return convertersOf(definition).flatMap((converter) => definition.crds.map((crd) => ({ crd, converter })));
}
