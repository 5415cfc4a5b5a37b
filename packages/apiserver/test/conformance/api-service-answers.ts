/** The messages with which kube-apiserver 1.36 rejects APIServices of `api-service-objects.ts`, by title. */
export const apiServiceAnswers: Readonly<Record<string, string>> = {
  nothing:
    'APIService.apiregistration.k8s.io "v1.a.example.org" is invalid: [metadata.name: Invalid value: "v1.a.example.org": must be `spec.version+"."+spec.group`: ".", spec.group: Required value: only v1 may have an empty group and it better be legacy kube, spec.version: Invalid value: "": a DNS-1035 label must consist of lower case alphanumeric characters or \'-\', start with an alphabetic character, and end with an alphanumeric character (e.g. \'my-name\',  or \'abc-123\', regex used for validation is \'[a-z]([-a-z0-9]*[a-z0-9])?\'), spec.groupPriorityMinimum: Invalid value: 0: must be positive and less than 20000, spec.versionPriority: Invalid value: 0: must be positive and less than 1000]',
  "another name":
    'APIService.apiregistration.k8s.io "v2.a.example.org" is invalid: metadata.name: Invalid value: "v2.a.example.org": must be `spec.version+"."+spec.group`: "v1.a.example.org"',
  "no group": 'apiservices.apiregistration.k8s.io "v1." already exists',
  "no group of another version":
    'APIService.apiregistration.k8s.io "v2." is invalid: spec.group: Required value: only v1 may have an empty group and it better be legacy kube',
  "a bad group":
    "APIService.apiregistration.k8s.io \"v1.A_b\" is invalid: spec.group: Invalid value: \"A_b\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
  "a bad version":
    "APIService.apiregistration.k8s.io \"V1.a.example.org\" is invalid: spec.version: Invalid value: \"V1\": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
  "priorities of nothing":
    'APIService.apiregistration.k8s.io "v1.a.example.org" is invalid: [spec.groupPriorityMinimum: Invalid value: 0: must be positive and less than 20000, spec.versionPriority: Invalid value: 0: must be positive and less than 1000]',
  "priorities too high":
    'APIService.apiregistration.k8s.io "v1.a.example.org" is invalid: [spec.groupPriorityMinimum: Invalid value: 20001: must be positive and less than 20000, spec.versionPriority: Invalid value: 1001: must be positive and less than 1000]',
  "local with certificates":
    'APIService.apiregistration.k8s.io "v1.a.example.org" is invalid: [spec.caBundle: Invalid value: "3 bytes": local APIServices may not have a caBundle, spec.insecureSkipTLSVerify: Invalid value: true: local APIServices may not have insecureSkipTLSVerify]',
  "remote with certificates that do not count":
    'APIService.apiregistration.k8s.io "v1.a.example.org" is invalid: spec.insecureSkipTLSVerify: Invalid value: true: may not be true if caBundle is present',
  "a service without names":
    'APIService.apiregistration.k8s.io "v1.a.example.org" is invalid: [spec.service.namespace: Required value, spec.service.name: Required value]',
  "a bad port":
    'APIService.apiregistration.k8s.io "v1.a.example.org" is invalid: spec.service.port: Invalid value: 65536: port is not valid: must be between 1 and 65535, inclusive',
};
