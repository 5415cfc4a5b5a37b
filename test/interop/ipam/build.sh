#!/usr/bin/env bash
# Builds the manager of cluster-api-ipam-provider-in-cluster into a folder, for CAPSTAN_IPAM_ASSETS. Needs Go; the sources come from the Go
# module proxy. It is built with the requirements that it was released with.
set -euo pipefail
version=v1.0.3
module=sigs.k8s.io/cluster-api-ipam-provider-in-cluster
out=$(mkdir -p "${1:?usage: build.sh FOLDER}/crds" && cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export CGO_ENABLED=0 GOFLAGS="${GOFLAGS:-} -mod=mod"
sources=$(go mod download -json "$module@$version" | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p')
sed "s#^module .*#module reference.invalid/ipam#" "$sources/go.mod" >go.mod
echo "require $module $version" >>go.mod
go build -trimpath -ldflags "-s -w" -o "$out/in-cluster-ipam-manager" "$module"
cp "$sources"/config/crd/bases/*.yaml "$out/crds/"
chmod u+w "$out"/crds/*
echo "$out"
