kubectl create deployment web --image=nginx:1.28
kubectl scale deployment web --replicas=3
kubectl scale deployment web --replicas=4 --current-replicas=2
kubectl scale deployment/web deployment/none --replicas=2
kubectl scale deployment web --replicas=-1
kubectl scale cm none --replicas=1
kubectl scale rs,deployment --all --replicas=1
kubectl rollout status deployment/web --timeout=1s
kubectl rollout status deployment/web --watch=false
kubectl rollout history deployment/web
kubectl rollout pause deployment/web
kubectl rollout pause deployment/web
kubectl rollout restart deployment/web
kubectl rollout resume deployment/web
kubectl rollout resume deployment/web
kubectl rollout restart deployment/web
kubectl rollout undo deployment/web
for revision in 1 2; do kubectl create -f - <<Y
  {"apiVersion":"apps/v1","kind":"ReplicaSet","metadata":{"name":"web-$revision","labels":{"app":"web"},"annotations":{"deployment.kubernetes.io/revision":"$revision","kubernetes.io/change-cause":"change $revision"},"ownerReferences":[{"apiVersion":"apps/v1","kind":"Deployment","name":"web","controller":true,"uid":"$(kubectl get deployment web -o jsonpath={.metadata.uid})"}]},"spec":{"replicas":$((revision - 1)),"selector":{"matchLabels":{"app":"web","pod-template-hash":"$revision"}},"template":{"metadata":{"labels":{"app":"web","pod-template-hash":"$revision"}},"spec":{"containers":[{"name":"nginx","image":"nginx:1.2$revision"}]}}}}
  Y
  done
kubectl annotate deployment web deployment.kubernetes.io/revision=2
kubectl rollout history deployment/web
kubectl rollout history deployment/web --revision=1
kubectl rollout history deployment/web --revision=7
kubectl rollout history deployment/web -o yaml --revision=2
kubectl rollout undo deployment/web --dry-run=server
kubectl rollout undo deployment/web
kubectl rollout undo deployment/web --to-revision=2
kubectl rollout undo deployment/web --to-revision=7
kubectl get deployment web -o jsonpath='{.spec.template.spec.containers[0].image}'
kubectl get rs
kubectl describe deployment web
kubectl patch deployment web --subresource=status --type=merge -p "{\"status\":{\"observedGeneration\":$(kubectl get deployment web -o jsonpath={.metadata.generation}),\"replicas\":1,\"updatedReplicas\":1,\"readyReplicas\":1,\"availableReplicas\":1}}"
kubectl rollout status deployment/web --timeout=5s
kubectl rollout status cm/none
kubectl create -f - <<'Y'
  {"apiVersion":"apps/v1","kind":"StatefulSet","metadata":{"name":"db"},"spec":{"serviceName":"db","replicas":2,"selector":{"matchLabels":{"app":"db"}},"template":{"metadata":{"labels":{"app":"db"}},"spec":{"containers":[{"name":"db","image":"postgres"}]}}}}
  Y
kubectl create -f - <<'Y'
  {"apiVersion":"apps/v1","kind":"DaemonSet","metadata":{"name":"agent"},"spec":{"selector":{"matchLabels":{"app":"agent"}},"template":{"metadata":{"labels":{"app":"agent"}},"spec":{"containers":[{"name":"agent","image":"agent"}]}}}}
  Y
kubectl rollout status statefulset/db --timeout=1s
kubectl rollout status daemonset/agent --timeout=1s
kubectl rollout history statefulset/db
kubectl rollout restart daemonset/agent statefulset/db
kubectl rollout pause statefulset/db
kubectl scale statefulset db --replicas=3
kubectl scale daemonset agent --replicas=3
kubectl get statefulset,daemonset -o wide
kubectl get statefulset,daemonset -o yaml
kubectl describe statefulset db
kubectl describe daemonset agent
