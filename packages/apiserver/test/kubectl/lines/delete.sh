kubectl create configmap a
kubectl create configmap b
kubectl create configmap c
kubectl delete cm a
kubectl delete cm a
kubectl delete cm a --ignore-not-found
kubectl delete cm/b cm/none
kubectl delete cm c -o name
kubectl delete cm --all
kubectl delete cm -l a=b
kubectl delete cm
kubectl delete nothings a
kubectl delete cm x --dry-run=server
kubectl create deployment owner --image=nginx:1.29
for kind in background orphan foreground; do kubectl create configmap $kind -o json --dry-run=client | sed "s/\"metadata\": {/\"metadata\": {\"ownerReferences\":[{\"apiVersion\":\"apps\/v1\",\"kind\":\"Deployment\",\"name\":\"owner\",\"uid\":\"$(kubectl get deployment owner -o jsonpath={.metadata.uid})\",\"blockOwnerDeletion\":true}],/" | kubectl create -f -; done
kubectl delete deployment owner --cascade=orphan
kubectl wait --for=delete deployment/owner --timeout=20s
kubectl get cm -o jsonpath='{range .items[*]}{.metadata.name} {.metadata.ownerReferences}{"\n"}{end}'
kubectl delete cm background orphan foreground
kubectl create deployment owner --image=nginx:1.29
kubectl create configmap owned -o json --dry-run=client | sed "s/\"metadata\": {/\"metadata\": {\"ownerReferences\":[{\"apiVersion\":\"apps\/v1\",\"kind\":\"Deployment\",\"name\":\"owner\",\"uid\":\"$(kubectl get deployment owner -o jsonpath={.metadata.uid})\",\"blockOwnerDeletion\":true}],/" | kubectl create -f -
kubectl delete deployment owner --cascade=foreground
kubectl get cm owned
kubectl create deployment owner --image=nginx:1.29
kubectl create configmap owned -o json --dry-run=client | sed "s/\"metadata\": {/\"metadata\": {\"ownerReferences\":[{\"apiVersion\":\"apps\/v1\",\"kind\":\"Deployment\",\"name\":\"owner\",\"uid\":\"$(kubectl get deployment owner -o jsonpath={.metadata.uid})\"}],/" | kubectl create -f -
kubectl delete deployment owner --cascade=background
kubectl wait --for=delete cm/owned --timeout=20s
kubectl delete deployment owner --cascade=sideways
kubectl run p --image=nginx:1.29
kubectl delete pod p --grace-period=0 --force
kubectl run p --image=nginx:1.29
kubectl delete pod p --now
kubectl create configmap held
kubectl patch cm held --type=merge -p '{"metadata":{"finalizers":["example.io/hold"]}}'
kubectl delete cm held --wait=false
kubectl delete cm held --timeout=1s
kubectl get cm held -o jsonpath='{.metadata.finalizers} {.metadata.deletionGracePeriodSeconds}'
kubectl patch cm held --type=merge -p '{"metadata":{"finalizers":["example.io/hold","example.io/more"]}}'
kubectl patch cm held --type=merge -p '{"metadata":{"finalizers":null}}'
kubectl get cm held
kubectl create namespace delete-ns
kubectl create configmap in-it -n delete-ns
kubectl delete namespace delete-ns --timeout=30s
kubectl get namespace delete-ns
kubectl delete namespace default
kubectl delete ns kube-system --dry-run=server
kubectl delete pods,cm --all
kubectl delete --raw /api/v1/namespaces/delete/configmaps/none
