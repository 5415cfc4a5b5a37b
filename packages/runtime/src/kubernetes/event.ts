import type { KubernetesObject, ResourceKind } from "@capstan/contract";
import { defineKind } from "./define-kind.ts";

/** A reference to any object, as in Events. */
export interface ObjectReference {
  /** The group and version of the object. */
  apiVersion?: string;
  /** The kind of the object. */
  kind?: string;
  /** The namespace of the object. */
  namespace?: string | undefined;
  /** The name of the object. */
  name?: string;
  /** The uid of the object. */
  uid?: string;
  /** The version of the object at the time of the reference. */
  resourceVersion?: string;
}

/** events.k8s.io/v1: something that happened to an object, for people. */
export interface Event extends KubernetesObject {
  /** RFC 3339 with microseconds. */
  eventTime: string;
  /** The number of repeats, and the time of the last one. */
  series?: { count: number; lastObservedTime: string };
  /** The controller that reports the Event. */
  reportingController: string;
  /** The process that reports the Event. */
  reportingInstance: string;
  /** The action of the controller. */
  action: string;
  /** The reason in one word. */
  reason: string;
  /** The object of the Event. */
  regarding: ObjectReference;
  /** The description, for people. */
  note?: string;
  /** `Warning` if an operator should look at it. */
  type: "Normal" | "Warning";
}
/** Events, in `events.k8s.io/v1`. */
export const Event: ResourceKind<Event> = defineKind({
  group: "events.k8s.io",
  version: "v1",
  kind: "Event",
  plural: "events",
  namespaced: true,
});
