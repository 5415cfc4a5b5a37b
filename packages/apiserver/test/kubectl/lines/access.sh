# The rights of a user and of an account, and tokens
kubectl create serviceaccount robot
kubectl create secret generic bound
kubectl create role reader --verb=get,list --resource=pods,pods/log,deployments.apps
kubectl create role named --verb='*' --resource=configmaps --resource-name=a --resource-name=b
kubectl create rolebinding reader --role=reader --user=ann --serviceaccount=access:robot
kubectl create rolebinding named --role=named --user=ann
kubectl create clusterrole access-metrics --verb=get --non-resource-url=/metrics
kubectl create clusterrolebinding access-metrics --clusterrole=access-metrics --user=ann
for asked in 'get /metrics' 'list pods' 'delete cm/a'; do until kubectl auth can-i $asked --as=ann > asked.log 2>&1; do :; done; done
kubectl auth can-i --list --as=ann
kubectl auth can-i --list --as=ann --namespace=kube-system
kubectl auth can-i --list --as=joe
kubectl auth can-i --list --as=system:serviceaccount:access:robot
kubectl auth can-i --list --as=system:serviceaccount:access:robot --as-group=system:masters
kubectl auth can-i get pods --subresource=log --as=ann
kubectl auth can-i get /metrics --as=ann
kubectl auth can-i create secrets --as=ann --namespace=kube-system
kubectl auth can-i use nothing.example.io --as=ann
kubectl auth whoami --as=ann --as-group=devs --as-uid=7 --as-user-extra=example.io/a=b
kubectl get secrets --as=ann --all-namespaces
kubectl get pods --as=ann
kubectl create token gone
kubectl create token robot --duration=1m
kubectl create token robot --as=ann
kubectl create token robot --bound-object-kind=Pod --bound-object-name=gone
kubectl auth whoami --token=$(kubectl create token robot --bound-object-kind=Secret --bound-object-name=bound) -o yaml | sed 's/JTI=.*/JTI=<id>/'
for manager in one two; do kubectl create -f - <<Y
  {"apiVersion":"events.k8s.io/v1","kind":"Event","metadata":{"name":"$manager"},"eventTime":"2026-01-01T00:00:00.000000Z","reason":"Tested","type":"Normal","action":"Test","regarding":{"kind":"ConfigMap","namespace":"access","name":"$manager"},"reportingController":"example.io/tests","reportingInstance":"tests-0"}
  Y
  done
kubectl get events --sort-by=.metadata.name
kubectl get events --sort-by=.lastTimestamp -o name | sort
