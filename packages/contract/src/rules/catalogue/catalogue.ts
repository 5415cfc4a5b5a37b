import { allResourcesInfo } from "./all-resources.ts";
import { artifactsInfo } from "./artifacts.ts";
import { bootstrapAndTemplateInfo } from "./bootstrap-and-templates.ts";
import { componentsInfo } from "./components.ts";
import { infrastructureInfo } from "./infrastructure.ts";
import { otherKindsInfo } from "./other-kinds.ts";

/** Every rule that can be checked without a running provider, by its id. */
export const ruleInfo = {
  ...allResourcesInfo,
  ...bootstrapAndTemplateInfo,
  ...infrastructureInfo,
  ...otherKindsInfo,
  ...componentsInfo,
  ...artifactsInfo,
} as const;

/** Id of a static rule. */
export type RuleId = keyof typeof ruleInfo;
