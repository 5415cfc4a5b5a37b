// Try a bootstrap provider on real Nodes
export { describeOnRealNodes, type RealNodesSubject, type WorkerSpec } from "./describe-on-real-nodes.ts";

// Write tests of your own on real Nodes
export { type RealMachineOptions, RealNodes, type RealNodesOptions } from "./real-nodes.ts";
export { BootFailedError } from "./boot-failed-error.ts";
export { type NodeEngine, type NodeImages, openNodeEngine } from "./node-engine.ts";
