kubectl create deployment web --image=nginx:1.29
kubectl wait --for=condition=Available deployment/web --timeout=0s
kubectl wait --for=condition=Available deployment/web --timeout=1s
kubectl patch deployment web --subresource=status --type=merge -p '{"status":{"conditions":[{"type":"Available","status":"True"},{"type":"Progressing","status":"False"}]}}'
kubectl wait --for=condition=Available deployment/web --timeout=1s
kubectl wait --for=condition=Progressing=false deployment/web --timeout=1s
kubectl wait --for=condition=available=true deployment --all --timeout=1s
kubectl wait --for=jsonpath='{.spec.replicas}'=1 deployment/web --timeout=1s
kubectl wait --for=jsonpath='{.spec.replicas}'=2 deployment/web --timeout=1s
kubectl wait --for=jsonpath='{.spec.nothing}' deployment/web --timeout=1s
kubectl wait --for=jsonpath='{.spec.replicas}' deployment/web --timeout=1s
kubectl wait --for=delete deployment/none --timeout=1s
kubectl wait --for=delete deployment/web --timeout=1s
kubectl wait --for=create deployment/web --timeout=1s
kubectl wait --for=create deployment/none --timeout=1s
kubectl wait --for=condition=Available deployment/none --timeout=1s
kubectl wait --for=condition=Available deployment -l a=b --timeout=1s
kubectl wait --for=nonsense deployment/web --timeout=1s
(sleep 0.3; kubectl delete deployment web > deleted.log) & kubectl wait --for=delete deployment/web --timeout=20s; wait
