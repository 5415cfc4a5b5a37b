export { type DeepReadonly } from "@capstan/kube";
