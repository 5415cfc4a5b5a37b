kubectl api-resources | grep -v -E 'bindings |componentstatuses|apiservices|gears|flowschemas|prioritylevel|apiregistration|flowcontrol'
kubectl api-resources -o wide | grep -v -E 'bindings |componentstatuses|apiservices|gears|flowschemas|prioritylevel|apiregistration|flowcontrol'
kubectl api-resources -o name --sort-by=name | grep -v -E '^bindings$|componentstatuses|apiservices|gears|flowschemas|prioritylevel'
kubectl api-resources --namespaced=false --api-group=rbac.authorization.k8s.io
kubectl api-resources --verbs=list,get --categories=all | grep -v gears
kubectl api-versions | grep -v -E 'kubectl.example.io|bindings |componentstatuses|apiservices|gears|flowschemas|prioritylevel|apiregistration|flowcontrol'
kubectl version --client
kubectl cluster-info
kubectl cluster-info dump --namespaces=server -o name | head -5
kubectl get --raw /healthz
kubectl get --raw /readyz
kubectl get --raw /livez/ping
kubectl get --raw /api
kubectl get --raw /apis/apps
kubectl get --raw /apis/apps/v1
kubectl auth whoami
kubectl auth whoami -o yaml
kubectl auth can-i --list
kubectl auth can-i create deployments
kubectl auth can-i create deployments --as=jane
kubectl auth can-i get pods/log --as=jane -n default
kubectl auth can-i get nothings
kubectl auth can-i --list --as=jane
kubectl auth can-i get pods --as=system:serviceaccount:server:robot -q
kubectl auth reconcile -f - <<'Y'
  {"apiVersion":"rbac.authorization.k8s.io/v1","kind":"Role","metadata":{"name":"reconciled"},"rules":[{"apiGroups":[""],"resources":["pods"],"verbs":["get"]}]}
  Y
kubectl auth reconcile -f - <<'Y'
  {"apiVersion":"rbac.authorization.k8s.io/v1","kind":"Role","metadata":{"name":"reconciled"},"rules":[{"apiGroups":[""],"resources":["pods"],"verbs":["list"]}]}
  Y
kubectl get role reconciled -o yaml
kubectl create -f - <<'Y'
  {"apiVersion":"events.k8s.io/v1","kind":"Event","metadata":{"name":"e1"},"eventTime":"2026-01-01T00:00:00.000000Z","reason":"Tested","type":"Warning","action":"Test","note":"a note","reportingController":"example.io/tests","reportingInstance":"t-0","regarding":{"kind":"ConfigMap","namespace":"server","name":"a","apiVersion":"v1"}}
  Y
kubectl create -f - <<'Y'
  {"apiVersion":"v1","kind":"Event","metadata":{"name":"e2"},"involvedObject":{"kind":"Pod","name":"p","namespace":"server"},"reason":"Started","type":"Normal","message":"started","firstTimestamp":"2026-01-01T00:00:00Z","lastTimestamp":"2026-01-01T00:05:00Z","count":3,"source":{"component":"kubelet","host":"n1"}}
  Y
kubectl events
kubectl events --types=Warning
kubectl events --for=pod/p
kubectl events -o name
kubectl get events
kubectl get events -o wide
kubectl get events --field-selector=reason=Started
kubectl get events.events.k8s.io
kubectl get event e1 -o yaml
openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key.pem -subj /CN=jane -out req.pem 2> openssl.log
kubectl create -f - <<Y
  {"apiVersion":"certificates.k8s.io/v1","kind":"CertificateSigningRequest","metadata":{"name":"server-csr"},"spec":{"signerName":"example.io/signer","usages":["client auth"],"expirationSeconds":3600,"request":"$(base64 -w0 req.pem)"}}
  Y
kubectl get csr server-csr
kubectl certificate approve server-csr
kubectl certificate approve server-csr
kubectl certificate deny server-csr
kubectl certificate approve none
kubectl get csr server-csr -o wide
kubectl get csr server-csr -o jsonpath='{.status.conditions[0].type} {.status.conditions[0].reason} {.status.conditions[0].message} {.spec.username} {.spec.groups}'
kubectl describe csr server-csr | grep -v -i -e created -e name: -e annotations
kubectl logs none
kubectl exec none -- ls
kubectl explain pods | head -30
kubectl explain pod.spec.containers.livenessProbe
kubectl explain deployment.spec.strategy
kubectl explain deployment.spec --recursive
kubectl explain configmap.data
kubectl explain service.spec.ports.targetPort
kubectl explain crd.spec.versions.schema
kubectl explain hpa.spec.metrics --api-version=autoscaling/v2
kubectl explain pod.metadata.ownerReferences
kubectl explain pod.spec.nothing
kubectl explain nothings
