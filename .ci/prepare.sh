# Sourced by .ci/run and .ci/nightly: what both install and find. Fills `skipped` with what is missing, and why.
cd "$(dirname "${BASH_SOURCE[0]}")/.."
skipped=()
# Tools act differently where this is set, as services of CI set it: here they do so everywhere.
export CI=true

# Each step begins with the seconds since the start.
step() { printf '\n== %s (%d s)\n' "$*" "$SECONDS"; }

# Kubernetes is built where Go is available; Cluster API, the oldest supported versions and the node image, which take longer, are used
# where they were built before.
find_references() {
  local reference=../shared/reference/build.sh name
  local cache=${CAPSTAN_REFERENCE_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/capstan-reference}
  if [ -z "${KUBEBUILDER_ASSETS:-}" ] && [ -x "$reference" ] && command -v go > /dev/null; then
    step "reference Kubernetes binaries"
    KUBEBUILDER_ASSETS=$("$reference" kubernetes)
  fi
  if [ -z "${CAPSTAN_CLUSTER_API_ASSETS:-}" ] && [ -x "$reference" ] && compgen -G "$cache/cluster-api-*/.complete" > /dev/null; then
    step "reference Cluster API binaries"
    CAPSTAN_CLUSTER_API_ASSETS=$("$reference" cluster-api)
  fi
  if [ -z "${CAPSTAN_NODE_IMAGE_ASSETS:-}" ] && [ "$(id -u)" -eq 0 ] && compgen -G "$cache/node-image-*/.complete" > /dev/null; then
    step "node image for real Nodes"
    CAPSTAN_NODE_IMAGE_ASSETS=$("$(dirname "$reference")/node-image/build.sh")
  fi
  : "${CAPSTAN_OLDEST_CLUSTER_API_ASSETS:=$(oldest_build "$cache/cluster-api-v" "Cluster API on the management cluster")}"
  : "${CAPSTAN_OLDEST_KUBERNETES_ASSETS:=$(oldest_build "$cache/kubernetes-v" "Kubernetes, as in our tests on the real API server")}"
  for name in KUBEBUILDER_ASSETS CAPSTAN_CLUSTER_API_ASSETS CAPSTAN_NODE_IMAGE_ASSETS \
    CAPSTAN_OLDEST_CLUSTER_API_ASSETS CAPSTAN_OLDEST_KUBERNETES_ASSETS; do
    if [ -n "${!name:-}" ]; then
      export "${name?}"
      echo "$name: ${!name}"
    else
      skipped+=("$name is not set")
    fi
  done
}

# oldest_build PREFIX PRODUCT: the newest build of the oldest version of a product that README.md says is supported, if there is one.
oldest_build() {
  local version
  version=$(sed -n "s/^| $2 *| *\([0-9.]*\) .*/\1/p" README.md)
  { compgen -G "$1$version.*/.complete" || true; } | sort -V | tail -n 1 | xargs -r dirname
}

# The real cloud-init, and a browser for the page of capstan dev. cloud-init must never run on the machine that installs it, so it is
# installed only where no systemd would start it: in a container or a machine created for one run.
find_programs() {
  if [ ! -d /run/systemd/system ]; then install_missing cloud-init cloud-init; fi
  command -v cloud-init || skipped+=("cloud-init is not installed")
  install_missing chromium chromium chromium-browser google-chrome
  command -v chromium chromium-browser google-chrome || skipped+=("Chromium is not installed")
}

# install_missing PACKAGE PROGRAM...: as root, unless one of the programs is there.
install_missing() {
  local package=$1 install
  shift
  if command -v "$@" > /dev/null || [ "$(id -u)" -ne 0 ] || ! command -v apt-get > /dev/null; then return; fi
  step "$package"
  export DEBIAN_FRONTEND=noninteractive
  install=(timeout 300 apt-get install -yqq --no-install-recommends "$package")
  "${install[@]}" > /dev/null 2>&1 || { timeout 60 apt-get update -qq && "${install[@]}"; } > /dev/null 2>&1 || true
}
