/**
 * The program that carries out a plan in a container, independent of the manager: it continues if the manager ends, and one start of the
 * container runs it at most once. The files of `boot-archive.ts` are next to it; the first argument is a folder in memory.
 *
 * Of each step it stores in `begun/` that it has begun, before it begins, and in `done/` its exit code. A step that has begun but has no
 * exit code was interrupted, with an unknown effect: it is not repeated, so that kubeadm never runs twice.
 */
export const runnerScript = String.raw`#!/bin/sh
boot=$(cd "$(dirname "$0")" && pwd) && live=$1
export HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
umask 077
mkdir -p "$live" "$boot/begun" "$boot/done" "$boot/output"
echo $$ >"$live/pid.$$"
ln "$live/pid.$$" "$live/claim" 2>/dev/null || exit 0
cd /
skipped=
while IFS=' ' read -r step frequency failure module; do
  [ "$module" != "$skipped" ] || continue
  mark=$boot
  [ "$frequency" = once ] || mark=$live
  mkdir -p "$mark/begun" "$mark/done"
  if [ ! -e "$mark/done/$step" ]; then
    [ ! -e "$mark/begun/$step" ] || exit 1
    date +%s >"$mark/begun/$step"
    input=/dev/null
    [ ! -e "$boot/steps/$step.stdin" ] || input=$boot/steps/$step.stdin
    (umask 022 && exec sh "$boot/steps/$step.sh") <"$input" >"$live/output" 2>&1
    code=$?
    tail -c 4096 "$live/output" >"$boot/output/$step"
    rm -f "$live/output"
    echo "$code" >"$mark/done/$step.new" && mv "$mark/done/$step.new" "$mark/done/$step"
  fi
  code=$(cat "$mark/done/$step")
  [ "$code" != 0 ] || continue
  [ -e "$boot/failed" ] || echo "$step $code" >"$boot/failed"
  [ "$failure" != stop ] || break
  [ "$failure" != skipModule ] || skipped=$module
done <"$boot/plan"
if [ ! -e "$boot/result" ]; then
  sentinel=missing
  [ ! -e /run/cluster-api/bootstrap-success.complete ] || sentinel=written
  echo "$sentinel" >"$boot/result.new" && mv "$boot/result.new" "$boot/result"
fi
# The data of the boot has secrets, which later steps of this boot and later boots do not need.
while IFS=' ' read -r step frequency failure module; do
  [ "$frequency" != once ] || rm -f "$boot/steps/$step.sh" "$boot/steps/$step.stdin"
done <"$boot/plan"
rm -f "$boot/user-data"
`;

/** Prints how far the runner is, as lines `key=value`, and after a line `output` the end of the output of the step in question. */
export const reportScript = String.raw`#!/bin/sh
boot=$(cd "$(dirname "$0")" && pwd) && live=$1
[ -e "$boot/complete" ] || exit 3
runs=no claimed=no
[ ! -e "$live/claim" ] || claimed=yes
if [ $claimed = yes ] && kill -0 "$(cat "$live/claim")" 2>/dev/null; then runs=yes; fi
echo "runs=$runs"
echo "claimed=$claimed"
[ ! -e "$boot/result" ] || echo "sentinel=$(cat "$boot/result")"
step=
if [ -e "$boot/failed" ]; then
  read -r step code <"$boot/failed"
  echo "failed=$step"
  echo "code=$code"
fi
for file in "$boot"/begun/*; do
  [ -e "$file" ] || continue
  name=$(basename "$file")
  [ ! -e "$boot/done/$name" ] || continue
  echo "begun=$name"
  echo "seconds=$(($(date +%s) - $(cat "$file")))"
  [ -n "$step" ] || step=$name
done
[ -n "$step" ] || exit 0
echo "what=$(cat "$boot/steps/$step.what")"
echo output
if [ -e "$boot/output/$step" ]; then tail -c 4096 "$boot/output/$step"
elif [ -e "$live/output" ]; then tail -c 4096 "$live/output"; fi
`;
