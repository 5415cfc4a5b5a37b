kubectl get nodes -o wide
kubectl describe nodes
kubectl create -f - <<'Y'
  {"apiVersion":"v1","kind":"Node","metadata":{"name":"n1","labels":{"zone":"a"}},"status":{"capacity":{"cpu":"4","memory":"8Gi","pods":"110"},"allocatable":{"cpu":"3","memory":"7Gi","pods":"110"},"conditions":[{"type":"Ready","status":"True","reason":"KubeletReady","message":"ready"}],"addresses":[{"type":"InternalIP","address":"192.0.2.1"}],"nodeInfo":{"kubeletVersion":"v1.36.0","osImage":"Linux","kernelVersion":"6.1","containerRuntimeVersion":"containerd://2.0"}}}
  Y
kubectl get nodes
kubectl get nodes -o wide
kubectl describe node n1
kubectl cordon n1
kubectl cordon n1
kubectl get nodes
kubectl uncordon n1
kubectl uncordon n1
kubectl cordon none
kubectl taint nodes n1 dedicated=db:NoSchedule
kubectl taint nodes n1 dedicated=db:NoSchedule
kubectl taint nodes n1 dedicated=other:NoSchedule
kubectl taint nodes n1 dedicated=other:NoSchedule --overwrite
kubectl taint nodes n1 dedicated:NoSchedule-
kubectl taint nodes n1 dedicated:NoSchedule-
kubectl taint nodes n1 dedicated=db:Nonsense
kubectl get node n1 -o yaml
kubectl create -f - <<'Y'
  {"apiVersion":"v1","kind":"Pod","metadata":{"name":"on-node","labels":{"app":"x"}},"spec":{"nodeName":"n1","terminationGracePeriodSeconds":0,"containers":[{"name":"c","image":"nginx"}]}}
  Y
kubectl describe node n1
kubectl drain n1 --dry-run=client
kubectl drain n1 --dry-run=server --force
kubectl drain n1
kubectl create pdb p --selector=app=x --min-available=1
kubectl patch pdb p --subresource=status --type=merge -p '{"status":{"observedGeneration":1,"disruptionsAllowed":0,"currentHealthy":1,"desiredHealthy":1,"expectedPods":1}}'
kubectl drain n1 --force --timeout=2s
kubectl patch pdb p --subresource=status --type=merge -p '{"status":{"disruptionsAllowed":1}}'
kubectl drain n1 --force --timeout=20s
kubectl get pods
kubectl get pdb
kubectl drain none
kubectl uncordon n1
kubectl top nodes
kubectl delete node n1
