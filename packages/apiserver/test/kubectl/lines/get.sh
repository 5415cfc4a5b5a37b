# Objects that all forms of output are tried on
kubectl create configmap a --from-literal=x=1 --from-literal=y=2
kubectl create configmap b --from-literal=x=2
kubectl label configmap b tier=back env=test
kubectl create secret generic s --from-literal=password=hidden
kubectl create deployment web --image=nginx:1.29 --replicas=3
kubectl run one --image=nginx:1.29 --labels=app=one,tier=front
kubectl run two --image=busybox --labels=app=two,tier=back --command -- sleep 1
kubectl create service clusterip web --tcp=80:8080
kubectl get configmaps
kubectl get cm a b
kubectl get cm/a secret/s deployment.apps/web
kubectl get cm,secret,deploy,pod,svc
kubectl get all
kubectl get pods -o wide
kubectl get deployments -o wide
kubectl get svc -o wide
kubectl get namespaces default kube-system -o wide
kubectl get cm a -o yaml
kubectl get cm a -o json
kubectl get cm a -o yaml --show-managed-fields
kubectl get deployment web -o yaml --show-managed-fields
kubectl get pod one -o json
kubectl get secret s -o yaml
kubectl get cm -o name
kubectl get cm,deploy -o name
kubectl get cm a -o jsonpath='{.data.x}{"\n"}{.metadata.name}'
kubectl get cm -o jsonpath='{range .items[*]}{.metadata.name}{"\t"}{.data.x}{"\n"}{end}'
kubectl get pods -o jsonpath='{.items[?(@.metadata.labels.tier=="back")].metadata.name}'
kubectl get cm a -o jsonpath='{.data.none}' --allow-missing-template-keys=false
kubectl get cm -o custom-columns=NAME:.metadata.name,X:.data.x,NONE:.data.none
kubectl get cm -o custom-columns=NAME:.metadata.name --no-headers
kubectl get cm a -o go-template='{{.metadata.name}} {{.data.y}}'
kubectl get cm --sort-by=.metadata.name
kubectl get cm --sort-by=.data.x -o name
kubectl get pods --sort-by='{.spec.containers[0].image}'
kubectl get cm --sort-by=.nothing
kubectl get pods -l app=one
kubectl get pods -l 'app in (one,two),tier!=back'
kubectl get pods -l '!tier'
kubectl get pods -l 'a b'
kubectl get pods -L app,tier
kubectl get pods --show-labels
kubectl get pods --show-kind
kubectl get pods --no-headers
kubectl get pods --field-selector=status.phase=Pending
kubectl get pods --field-selector=spec.nodeName=,metadata.name!=one
kubectl get pods --field-selector=spec.unknown=1
kubectl get secrets --field-selector=type=Opaque -o name
kubectl get cm -A --field-selector=metadata.name=a,metadata.namespace=get
kubectl get deployments -A --field-selector=metadata.namespace=get
kubectl get cm --chunk-size=1 -o name
kubectl get cm --chunk-size=0 -o name
kubectl get pods,cm --chunk-size=1 --show-kind
kubectl get cm -w --request-timeout=3s
kubectl get pods one -w --request-timeout=3s
kubectl get pods --watch-only --request-timeout=3s
kubectl get pods -w -o name --request-timeout=3s
kubectl get pods -w --output-watch-events --request-timeout=3s
kubectl get cm nothing
kubectl get cm a nothing b
kubectl get cm nothing --ignore-not-found
kubectl get nothings
kubectl get nothings.example.io
kubectl get pods -n nowhere
kubectl get pods -o nonsense
kubectl get --raw /nothing
kubectl get deployment web --subresource=scale
kubectl get deployment web --subresource=scale -o yaml
kubectl get deployment web --subresource=status -o name
kubectl get pod one --subresource=nothing
kubectl get pods -o kyaml
kubectl get cm a -o jsonpath-as-json='{.data}'
kubectl get serviceaccounts
kubectl get roles,rolebindings
kubectl get clusterroles view edit
kubectl get clusterrole view -o yaml
kubectl get clusterrolebindings cluster-admin -o wide
kubectl get priorityclasses nothing
kubectl get storageclasses,csidrivers,csinodes
kubectl get endpoints,endpointslices
kubectl get leases
kubectl get svc kubernetes -n default
kubectl get limitranges,resourcequotas,pdb,hpa,ingress,networkpolicies
