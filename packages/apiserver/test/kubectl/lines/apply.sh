kubectl apply -f - <<'Y'
  apiVersion: v1
  kind: ConfigMap
  metadata: {name: a, labels: {l: "1"}}
  data: {x: "1", y: "2"}
  Y
kubectl apply view-last-applied cm/a
kubectl apply -f - <<'Y'
  apiVersion: v1
  kind: ConfigMap
  metadata: {name: a}
  data: {x: "1"}
  Y
kubectl get cm a -o yaml
kubectl apply -f - <<'Y'
  apiVersion: v1
  kind: ConfigMap
  metadata: {name: a}
  data: {x: "1"}
  Y
kubectl apply --dry-run=server -f - <<'Y'
  apiVersion: v1
  kind: ConfigMap
  metadata: {name: a}
  data: {x: "2"}
  Y
kubectl apply --dry-run=client -o yaml -f - <<'Y'
  apiVersion: v1
  kind: ConfigMap
  metadata: {name: a}
  data: {x: "2"}
  Y
kubectl create configmap made --from-literal=k=v
kubectl apply -f - <<'Y'
  apiVersion: v1
  kind: ConfigMap
  metadata: {name: made}
  data: {k: w}
  Y
kubectl apply --server-side --field-manager=one -f - <<'Y'
  apiVersion: v1
  kind: ConfigMap
  metadata: {name: ssa}
  data: {x: "1", y: "1"}
  Y
kubectl apply --server-side --field-manager=two -f - <<'Y'
  apiVersion: v1
  kind: ConfigMap
  metadata: {name: ssa}
  data: {x: "2", z: "2"}
  Y
kubectl apply --server-side --field-manager=two --force-conflicts -f - <<'Y'
  apiVersion: v1
  kind: ConfigMap
  metadata: {name: ssa}
  data: {x: "2", z: "2"}
  Y
kubectl get cm ssa -o yaml --show-managed-fields
kubectl apply --server-side --field-manager=one -f - <<'Y'
  apiVersion: v1
  kind: ConfigMap
  metadata: {name: ssa}
  data: {}
  Y
kubectl get cm ssa -o yaml --show-managed-fields
cat > deployment.yaml <<'Y'
  apiVersion: apps/v1
  kind: Deployment
  metadata: {name: web}
  spec:
    replicas: 2
    selector: {matchLabels: {app: web}}
    template:
      metadata: {labels: {app: web}}
      spec:
        containers:
        - {name: web, image: "nginx:1.28", ports: [{containerPort: 80}, {containerPort: 81}]}
        - {name: side, image: busybox}
  Y
kubectl apply -f deployment.yaml
sed -i 's/1.28/1.29/; /side/d; s/, {containerPort: 81}//' deployment.yaml
kubectl diff -f deployment.yaml | grep -v '^\(---\|+++\|diff\)'
kubectl apply -f deployment.yaml
kubectl diff -f deployment.yaml
kubectl get deployment web -o yaml
kubectl apply --server-side -f deployment.yaml
kubectl get deployment web -o yaml --show-managed-fields
kubectl diff --server-side -f deployment.yaml
sed -i 's/replicas: 2/replicas: many/' deployment.yaml
kubectl apply -f deployment.yaml
kubectl apply --server-side -f deployment.yaml
sed -i 's/replicas: many/replicass: 2/' deployment.yaml
kubectl apply -f deployment.yaml
kubectl apply --validate=warn -f deployment.yaml
kubectl apply --validate=ignore -f deployment.yaml
kubectl apply --server-side -f deployment.yaml
kubectl apply -f - <<'Y'
  apiVersion: v1
  kind: Nothing
  metadata: {name: a}
  Y
kubectl apply -f - <<'Y'
  apiVersion: v1
  kind: ConfigMap
  metadata: {name: A_B}
  Y
kubectl apply -f - <<'Y'
  apiVersion: v1
  kind: Pod
  metadata: {name: p}
  spec: {}
  Y
kubectl apply -f - <<'Y'
  apiVersion: v1
  kind: Service
  metadata: {name: s}
  spec:
    ports: [{port: 0}]
    selector: {app: "bad value!"}
  Y
kubectl apply -f nothing.yaml
kubectl apply set-last-applied -f deployment.yaml
mkdir -p pruned && kubectl create cm p1 --dry-run=client -o yaml > pruned/1.yaml && kubectl create cm p2 --dry-run=client -o yaml > pruned/2.yaml
kubectl apply -f pruned
kubectl label cm p1 p2 set=pruned
rm pruned/2.yaml
kubectl apply --prune --prune-allowlist=core/v1/ConfigMap -l set=pruned -f pruned
kubectl apply -f pruned --prune --all --prune-allowlist=core/v1/ConfigMap
kubectl get cm -o name
