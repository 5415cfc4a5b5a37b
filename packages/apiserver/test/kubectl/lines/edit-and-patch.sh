kubectl create configmap a --from-literal=x=1
EDITOR="sed -i s/x:.*/x:\ changed/" kubectl edit cm a
EDITOR=true kubectl edit cm a
EDITOR="sed -i s/kind:.*/kind:\ Secret/" kubectl edit cm a
EDITOR="sed -i s/name:.*/name:\ other/" kubectl edit cm a
kubectl get cm a -o yaml
kubectl create deployment web --image=nginx:1.29
EDITOR="sed -i s/replicas:.*/replicas:\ 4/" kubectl edit deployment web
EDITOR="sed -i s/replicas:.*/replicas:\ 3/" kubectl edit deployment web --subresource=scale
EDITOR="sed -i s/replicas:.*/replicas:\ -1/" kubectl edit deployment web
kubectl patch cm a -p '{"data":{"y":"2"}}'
kubectl patch cm a -p '{"data":{"y":"2"}}'
kubectl patch cm a --type=merge -p '{"data":{"y":null,"z":"3"}}'
kubectl patch cm a --type=json -p '[{"op":"replace","path":"/data/z","value":"4"},{"op":"test","path":"/data/z","value":"4"}]'
kubectl patch cm a --type=json -p '[{"op":"test","path":"/data/z","value":"5"}]'
kubectl patch cm a --type=json -p '[{"op":"remove","path":"/data/none"}]'
kubectl patch cm a --type=json -p '[{"op":"nonsense","path":"/data/none"}]'
kubectl patch cm a --type=merge -p 'nonsense'
kubectl patch cm a -p '{"data":{"y":5}}'
kubectl patch cm nothing -p '{"data":{"y":"5"}}'
kubectl patch cm a -p '{"metadata":{"labels":{"a b":"c"}}}'
kubectl patch deployment web -p '{"spec":{"template":{"spec":{"containers":[{"name":"side","image":"busybox"}]}}}}'
kubectl patch deployment web -p '{"spec":{"template":{"spec":{"containers":[{"name":"side","$patch":"delete"}]}}}}'
kubectl patch deployment web -p '{"spec":{"template":{"spec":{"containers":[{"$patch":"replace"},{"name":"only","image":"busybox"}]}}}}'
kubectl patch deployment web --type=merge -p '{"spec":{"selector":{"matchLabels":{"app":"other"}}}}'
kubectl patch deployment web --subresource=scale --type=merge -p '{"spec":{"replicas":7}}'
kubectl patch deployment web --subresource=status --type=merge -p '{"status":{"replicas":7,"readyReplicas":5,"updatedReplicas":7,"availableReplicas":5,"observedGeneration":99}}'
kubectl patch deployment web --subresource=nothing --type=merge -p '{"spec":{"replicas":7}}'
kubectl get deployment web
kubectl get deployment web -o yaml
kubectl patch cm a --dry-run=server -p '{"data":{"w":"5"}}' -o yaml
kubectl patch cm a --dry-run=client -p '{"data":{"w":"5"}}' -o yaml
kubectl label cm a one=1 two=2
kubectl label cm a one=2
kubectl label cm a one=2 --overwrite
kubectl label cm a two-
kubectl label cm a two-
kubectl label cm a 'bad value=1'
kubectl label cm a one='bad value' --overwrite
kubectl label cm --all all=yes
kubectl label cm a --resource-version=1 three=3
kubectl annotate cm a note='some text'
kubectl annotate cm a note=other
kubectl annotate cm a note=other --overwrite
kubectl annotate cm a note-
kubectl annotate cm a --list
kubectl annotate cm nothing a=b
kubectl get cm a --show-labels
kubectl create cm replaced --from-literal=a=1
kubectl create cm replaced --from-literal=a=2 --dry-run=client -o yaml | kubectl replace -f -
kubectl create cm none --from-literal=a=2 --dry-run=client -o yaml | kubectl replace -f -
kubectl create cm replaced --from-literal=a=3 --dry-run=client -o yaml | kubectl replace --force -f -
kubectl get cm replaced -o yaml | sed 's/resourceVersion: .*/resourceVersion: "1"/' | kubectl replace -f -
kubectl set image deployment/web only=nginx:2
kubectl set image deployment/web other=nginx:2
kubectl set image deployment/web '*=nginx:3' --dry-run=server -o jsonpath='{.spec.template.spec.containers[*].image}'
kubectl set env deployment/web A=1 B=2
kubectl set env deployment/web B-
kubectl set env deployment/web --list
kubectl set env deployment/web --from=configmap/replaced
kubectl set resources deployment/web --limits=cpu=200m,memory=512Mi --requests=cpu=100m
kubectl set resources deployment/web --limits=cpu=nonsense
kubectl set serviceaccount deployment/web robot
kubectl set selector service/none app=other
kubectl get deployment web -o yaml
kubectl patch cm a --type=merge -p '[]'
kubectl patch deployment web -p '{"spec":{"replicas":"many"}}'
kubectl patch deployment web -p '{"spec":{"template":{"spec":{"containers":[{"image":"a"}]}}}}'
