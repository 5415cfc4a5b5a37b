import type { KubernetesObject, ResourceKind } from "@capstan/contract";
import { defineKind } from "./define-kind.ts";

/** A reference to any object, as Events carry it. */
export interface ObjectReference {
  /** Group and version of the object. */
  apiVersion?: string;
  /** The kind of the object. */
  kind?: string;
  /** The namespace of the object. */
  namespace?: string;
  /** The name of the object. */
  name?: string;
  /** The uid of the object. */
  uid?: string;
  /** The state of the object that the reference was made of. */
  resourceVersion?: string;
}

/** events.k8s.io/v1: something that happened to an object, for people. */
export interface Event extends KubernetesObject {
  /** RFC 3339 with microseconds. */
  eventTime: string;
  /** How often the same has happened, and when last. */
  series?: { count: number; lastObservedTime: string };
  /** The controller that reports it. */
  reportingController: string;
  /** The process that reports it. */
  reportingInstance: string;
  /** What was being done. */
  action: string;
  /** Why, in one word. */
  reason: string;
  /** The object that it is about. */
  regarding: ObjectReference;
  /** What happened, for people. */
  note?: string;
  /** `Warning` if somebody should look at it. */
  type: "Normal" | "Warning";
}
/** Events, of `events.k8s.io/v1`. */
export const Event: ResourceKind<Event> = defineKind({
  group: "events.k8s.io",
  version: "v1",
  kind: "Event",
  plural: "events",
  namespaced: true,
});
