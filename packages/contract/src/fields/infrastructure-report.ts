import Type from "typebox";

/** Whether a Cluster's or Machine's infrastructure exists, in the v1beta2 status. */
export const infrastructureProvisionedField = Type.Boolean({
  description: "The provider has reported the infrastructure as provisioned; never goes back.",
});

/** Whether a Cluster's or Machine's infrastructure exists, in the v1beta1 status. */
export const infrastructureReadyField = Type.Boolean({
  description: "The provider has reported the infrastructure as ready.",
});
