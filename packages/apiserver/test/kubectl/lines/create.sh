kubectl create configmap a --from-literal=x=1
kubectl create configmap a --from-literal=x=1
kubectl create secret generic s --from-literal=x=1 --type=example.io/own
kubectl create secret docker-registry d --docker-server=registry.example.io --docker-username=u --docker-password=p
kubectl create secret tls t --cert=nothing.pem --key=nothing.key
kubectl create role r --verb=get --resource=pods --resource-name=a
kubectl create role r2 --verb=get --resource=nothings
kubectl create clusterrole create-cr --verb=get --non-resource-url=/logs/*
kubectl create clusterrole create-agg --aggregation-rule=a=b
kubectl create rolebinding rb --role=r --user=jane --group=devs
kubectl create clusterrolebinding create-crb --clusterrole=create-cr --serviceaccount=create:robot
kubectl create deployment d --image=nginx:1.29 --replicas=2 --port=80
kubectl create deployment D_ --image=nginx:1.29
kubectl create job j --image=busybox -- sleep 1
kubectl create cronjob c --image=busybox --schedule='*/5 * * * *'
kubectl create cronjob bad --image=busybox --schedule='nonsense'
kubectl create job --from=cronjob/c manual
kubectl create namespace create-ns
kubectl create namespace create-ns
kubectl create quota q --hard=persistentvolumeclaims=2,services=1
kubectl create quota bad --hard=pods=many
kubectl create serviceaccount robot
kubectl create service clusterip svc --tcp=80
kubectl create service clusterip headless --clusterip=None
kubectl create service nodeport np --tcp=80:8080
kubectl create service loadbalancer lb --tcp=80
kubectl create service externalname en --external-name=example.org
kubectl create ingress i --rule='example.org/*=svc:80,tls=t' --default-backend=svc:80
kubectl create ingress bad --rule='example.org'
kubectl create pdb p --selector=app=d --max-unavailable=50%
kubectl create pdb bad --selector=app=d --max-unavailable=1 --min-available=1
kubectl create priorityclass create-pc --value=10 --preemption-policy=Never
kubectl create priorityclass bad --value=2000000000
kubectl create token robot --duration=1s
kubectl create token nobody
kubectl create cm dry --dry-run=server -o yaml --from-literal=a=b
kubectl create cm dry --dry-run=client -o yaml --from-literal=a=b
kubectl create -o jsonpath='{.metadata.generateName}' -f - <<'Y'
  apiVersion: v1
  kind: ConfigMap
  metadata: {generateName: gen-}
  Y
kubectl delete cm --all -o name | sed 's/gen-.*/gen-/'
kubectl create -f - <<'Y'
  apiVersion: v1
  kind: ConfigMap
  metadata: {name: wrong, namespace: elsewhere}
  Y
kubectl run p --image=nginx:1.29 --dry-run=server -o yaml
kubectl run p --image=nginx:1.29 --dry-run=client -o yaml
kubectl run p --image=nginx:1.29 --restart=Never --port=80 --expose
kubectl run p --image=nginx:1.29
kubectl run P_ --image=nginx:1.29
kubectl expose deployment d --port=80 --target-port=8080 --name=exposed
kubectl expose deployment d --port=80
kubectl expose pod p --port=80
kubectl expose service exposed --port=443 --name=again
kubectl expose cm a --port=80
kubectl get svc exposed again -o yaml
kubectl autoscale deployment d --min=1 --max=3
kubectl autoscale deployment d --min=1 --max=3
kubectl autoscale deployment d --min=5 --max=3 --name=wrong
kubectl autoscale deployment none --min=1 --max=3
kubectl get configmap,secret,role,rolebinding,deployment,job,cronjob,quota,sa,svc,ingress,pdb,hpa,pod
kubectl get role,rolebinding,secret,job,cronjob,quota,ingress,pdb,hpa -o yaml
kubectl get clusterrole create-cr create-agg -o yaml
kubectl create cronjob bad --image=busybox --schedule='61 * * * *'
kubectl create priorityclass system-x --value=1
