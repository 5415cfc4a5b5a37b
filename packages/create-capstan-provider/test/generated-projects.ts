import path from "node:path";
import { type Provider, type ProviderChoices } from "create-capstan-provider";
import { withDefaults } from "../src/names.ts";
import { projectFiles } from "../src/project-files.ts";

/** Providers that together cover every template and every kind of answer. */
const choices: Readonly<Record<string, ProviderChoices>> = {
  "an infrastructure provider by its defaults": { type: "infrastructure", name: "hello" },
  "a bootstrap provider by its defaults": { type: "bootstrap", name: "hello" },
  "an infrastructure provider with names of its own": {
    type: "infrastructure",
    name: "my-cloud-9",
    prefix: "AWSLikeCloud",
    group: "infrastructure.example.com",
    apiVersion: "v1beta2",
    image: "registry.example.com:5000/team/provider:v1.2.3",
  },
  "an infrastructure provider with pools": { type: "infrastructure", name: "hello", machinePool: true },
  "a control plane provider by its defaults": { type: "control-plane", name: "hello" },
  "a control plane provider with Machines": { type: "control-plane", name: "hello", machines: true },
  "an IPAM provider by its defaults": { type: "ipam", name: "hello" },
  "an add-on provider by its defaults": { type: "addon", name: "hello" },
  "a runtime extension by its defaults": { type: "runtime-extension", name: "hello" },
  "a runtime extension with a digit first": { type: "runtime-extension", name: "3com" },
  "a bootstrap provider with names of its own": {
    type: "bootstrap",
    name: "x",
    prefix: "Talos",
    group: "bootstrap.example.com",
    apiVersion: "v1",
  },
};

export const providers: readonly (readonly [string, Provider])[] = Object.entries(choices).map(
  ([name, each]) => [name, withDefaults(each)] as const,
);

/** The files by their path. */
export async function filesOf(provider: Provider): Promise<ReadonlyMap<string, string>> {
  return new Map((await projectFiles(provider)).map(({ path: file, text }) => [file, text]));
}

/** The root of the repository. */
export const root = path.resolve(import.meta.dirname, "../../..");
