kubectl create configmap a --from-literal=x=1 --from-literal=y='two
  lines'
kubectl create secret generic s --from-literal=password=hidden
kubectl create deployment web --image=nginx:1.29 --replicas=3 --port=80
kubectl run one --image=nginx:1.29 --labels=app=one --port=80 --env=A=b
kubectl create service nodeport web --tcp=80:8080
kubectl create role reader --verb=get,list --resource=pods,deployments.apps
kubectl create rolebinding reader --role=reader --user=jane --serviceaccount=describe:robot
kubectl create serviceaccount robot
kubectl create quota q --hard=pods=10,cpu=2
kubectl create poddisruptionbudget p --selector=app=one --min-available=1
kubectl create ingress i --rule='example.org/path*=web:80'
kubectl create job j --image=busybox -- sleep 1
kubectl create cronjob c --image=busybox --schedule='*/5 * * * *' -- sleep 1
kubectl create priorityclass describe-high --value=1000 --description=high
kubectl autoscale deployment web --min=1 --max=5 --cpu=80%
kubectl describe configmap a
kubectl describe secret s
kubectl describe deployment web
kubectl describe pod one
kubectl describe service web --show-events=false
kubectl describe role reader
kubectl describe rolebinding reader
kubectl describe serviceaccount robot
kubectl describe quota q
kubectl describe pdb p
kubectl describe ingress i
kubectl describe job j
kubectl describe cronjob c
kubectl describe priorityclass describe-high
kubectl describe hpa web
kubectl describe namespace describe
kubectl describe clusterrole view
kubectl describe pods,cm
kubectl describe cm -l nothing=1
kubectl describe cm nothing
kubectl describe pod on
