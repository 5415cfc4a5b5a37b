kubectl apply -f - <<'Y'
  apiVersion: apiextensions.k8s.io/v1
  kind: CustomResourceDefinition
  metadata: {name: gears.kubectl.example.io}
  spec:
    group: kubectl.example.io
    scope: Namespaced
    names: {plural: gears, singular: gear, kind: Gear, shortNames: [gr], categories: [all]}
    versions:
    - name: v1
      served: true
      storage: true
      subresources: {status: {}, scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas}}
      selectableFields: [{jsonPath: .spec.size}]
      additionalPrinterColumns:
      - {name: Size, type: string, jsonPath: .spec.size, description: how big}
      - {name: Replicas, type: integer, jsonPath: .spec.replicas}
      - {name: Since, type: date, jsonPath: .metadata.creationTimestamp}
      - {name: Hidden, type: string, jsonPath: .spec.size, priority: 1}
      schema:
        openAPIV3Schema:
          description: Gear turns other gears.
          type: object
          properties:
            spec:
              type: object
              description: What is wanted.
              required: [size]
              properties:
                size: {type: string, enum: [small, big], description: How big it is.}
                replicas: {type: integer, minimum: 0, default: 1}
                parts: {type: array, items: {type: object, required: [name], properties: {name: {type: string}, n: {type: integer}}}, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [name]}
              x-kubernetes-validations: [{rule: "self.size != 'big' || self.replicas < 5", message: too many big ones}]
            status: {type: object, x-kubernetes-preserve-unknown-fields: true}
  Y
kubectl wait --for=condition=Established crd/gears.kubectl.example.io --timeout=20s
kubectl get crd gears.kubectl.example.io
kubectl describe crd gears.kubectl.example.io | grep -v 'Resource Version'
until kubectl get gears > found.log 2>&1 && kubectl explain gear > explained.log 2>&1; do :; done
kubectl get gears
kubectl apply -f - <<'Y'
  apiVersion: kubectl.example.io/v1
  kind: Gear
  metadata: {name: g}
  spec: {size: small, parts: [{name: a, n: 1}, {name: b}]}
  Y
kubectl apply -f - <<'Y'
  apiVersion: kubectl.example.io/v1
  kind: Gear
  metadata: {name: bad}
  spec: {size: huge}
  Y
kubectl apply -f - <<'Y'
  apiVersion: kubectl.example.io/v1
  kind: Gear
  metadata: {name: bad}
  spec: {size: big, replicas: 7, more: 1}
  Y
kubectl apply --validate=warn -f - <<'Y'
  apiVersion: kubectl.example.io/v1
  kind: Gear
  metadata: {name: bad}
  spec: {size: big, replicas: 7, more: 1}
  Y
kubectl get gears
kubectl get gr -o wide
kubectl get gear.v1.kubectl.example.io g -o yaml
kubectl get gears -o yaml --show-managed-fields
kubectl get gears --field-selector=spec.size=small
kubectl get gears --field-selector=spec.replicas=1
kubectl get gears --sort-by=.spec.replicas
kubectl get all
kubectl describe gear g | grep -v 'Resource Version'
kubectl explain gear.spec --recursive
kubectl explain gear.spec.parts
kubectl scale gear g --replicas=3
kubectl patch gear g -p '{"spec":{"size":"big"}}'
kubectl patch gear g --type=merge -p '{"spec":{"size":"big"}}'
kubectl patch gear g --type=merge -p '{"spec":{"replicas":9}}'
kubectl patch gear g --type=json -p '[{"op":"add","path":"/spec/parts/-","value":{"name":"a"}}]'
kubectl patch gear g --subresource=status --type=merge -p '{"status":{"replicas":3}}'
kubectl get gear g --subresource=scale
kubectl apply --server-side --field-manager=one -f - <<'Y'
  apiVersion: kubectl.example.io/v1
  kind: Gear
  metadata: {name: g}
  spec: {size: big, parts: [{name: c, n: 3}]}
  Y
kubectl apply --server-side --field-manager=two -f - <<'Y'
  apiVersion: kubectl.example.io/v1
  kind: Gear
  metadata: {name: g}
  spec: {size: small, parts: [{name: c, n: 4}]}
  Y
kubectl get gear g -o yaml --show-managed-fields
EDITOR="sed -i s/replicas:.3/replicas:\ 4/" kubectl edit gear g
kubectl label gear g a=b
kubectl autoscale gear g --min=1 --max=3
kubectl wait --for=jsonpath='{.spec.replicas}'=4 gear/g --timeout=2s
kubectl auth can-i get gears --as=jane
kubectl api-resources --api-group=kubectl.example.io -o wide
kubectl create role gear-reader --verb=get --resource=gears/status
kubectl rollout status gear/g
kubectl delete gear g
kubectl delete crd gears.kubectl.example.io
kubectl get gears
