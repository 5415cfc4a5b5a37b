import { defineCounter } from "@capstan/provider";

/** What came of the requests to the cloud. */
export const cloudRequests = defineCounter({
  name: "rest_cloud_requests_total",
  help: "Requests to the REST cloud, by result: ok, limited, refused or unconfirmed.",
  labels: ["result"],
});
