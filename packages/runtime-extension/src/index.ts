// Define an extension
export { defineRuntimeExtension } from "./define/define-runtime-extension.ts";
export type { RuntimeExtension, RuntimeExtensionOptions } from "./define/define-runtime-extension.ts";
export type {
  DefinedHandler,
  HandlerOptions,
  HookAnswer,
  HookContext,
  HookHandler,
  HookHandlers,
  HookRequest,
} from "./define/handler.ts";
export { HookError } from "./define/hook-error.ts";
export { type HookName, hookNames } from "./hooks/hook-facts.ts";
export type * from "./hooks/hook-types.generated.ts";

// Patch the templates of a topology
export { patchTemplates, templatePatch } from "./topology/patch-templates.ts";
export type { TemplatePatch, TemplateSelector } from "./topology/patch-templates.ts";
export { placedTemplates } from "./topology/template-place.ts";
export type { PlacedTemplate, TemplatePlace, TemplatesRequest } from "./topology/template-place.ts";
export { patchBetween, type PatchType } from "./topology/encoded-patch.ts";

// Define variables of ClusterClasses
export { defineVariables } from "./topology/variables.ts";
export type { DefinedVariables, VariableOptions, VariableValues } from "./topology/variables.ts";

// Update Machines in place
export { inPlacePatch } from "./updates/in-place-patch.ts";

// Run an extension
export { runExtension, type RunExtensionOptions } from "./run/run-extension.ts";
export { extensionEndpoints, type ExtensionProcess } from "./serve/extension-endpoints.ts";

// Register an extension
export { ExtensionConfig, type DiscoveredHandler, type ExtensionClientConfig } from "./run/extension-config.ts";
