#!/bin/sh
# Prints the Secrets that a user creates without a bootstrap provider, for the Cluster's endpoint:
#   make-secrets.sh HOST:PORT | kubectl apply -f -
set -eu
endpoint=$1
pki=$(mktemp -d)
trap 'rm -rf "$pki"' EXIT
mkdir "$pki/etcd"

for authority in ca etcd/ca front-proxy-ca; do
  openssl req -x509 -newkey rsa:2048 -nodes -days 3650 -subj /CN=kubernetes \
    -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign,digitalSignature \
    -keyout "$pki/$authority.key" -out "$pki/$authority.crt" 2>/dev/null
done
openssl genrsa -out "$pki/sa.key" 2048 2>/dev/null
openssl rsa -in "$pki/sa.key" -pubout -out "$pki/sa.pub" 2>/dev/null

data=$(
  echo "#cloud-config"
  echo "write_files:"
  for file in ca.crt ca.key etcd/ca.crt etcd/ca.key front-proxy-ca.crt front-proxy-ca.key sa.pub sa.key; do
    echo "  - path: /etc/kubernetes/pki/$file"
    echo "    permissions: '0600'"
    echo "    encoding: b64"
    echo "    content: $(base64 < "$pki/$file" | tr -d '\n')"
  done
  echo "runcmd:"
  echo "  - kubeadm init --control-plane-endpoint $endpoint && mkdir -p /run/cluster-api && echo success > /run/cluster-api/bootstrap-success.complete"
)

secret() {
  echo "---"
  echo "apiVersion: v1"
  echo "kind: Secret"
  echo "metadata:"
  echo "  name: $1"
  echo "  namespace: default"
  echo "  labels:"
  echo "    cluster.x-k8s.io/cluster-name: own-data"
  echo "type: cluster.x-k8s.io/secret"
  echo "data:"
}
# The core generates a kubeconfig from it, to find the machine's Node.
secret own-data-ca
echo "  tls.crt: $(base64 < "$pki/ca.crt" | tr -d '\n')"
echo "  tls.key: $(base64 < "$pki/ca.key" | tr -d '\n')"
secret own-data-0
echo "  value: $(echo "$data" | base64 | tr -d '\n')"
