#!/bin/sh
# The whole loop of a ticket. Needs curl, jq and openssl; secrets stand in the environment.
#   sh loop.sh ticket < ticket.json       asks, then answers the customer or leaves a draft for the team
#   sh loop.sh outcome < report.json      reports what became of the answer
#   sh loop.sh webhook ID TIMESTAMP SIGNATURE < body      verifies an event of Lotse and acts on it
set -euf
: "${LOTSE_URL:=http://127.0.0.1:3000}" "${LOTSE_SEEN:=seen}"
TOLERANCE_SECONDS=300

# Replace these three: they are what your ticket system does.
show_to_customer() { printf 'To the customer: %s\n' "$1"; }
keep_as_draft() { printf 'Draft for the team: %s\n' "$1"; }
tell_team() { printf 'For the team: %s\n' "$1"; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/input"

# Prints the status; the body is then in $folder/told. curl itself waits as long as Retry-After says after 429 and 503,
# and asks again. Neither key nor texts are arguments, which everyone could read.
post() { # path, file, further header
  printf 'Authorization: Bearer %s\n' "$LOTSE_API_KEY" |
    curl --silent --retry 2 --retry-max-time 120 --max-time 60 --header @- --header 'Content-Type: application/json' ${3:+--header "$3"} \
      --data-binary "@$2" --output "$folder/told" --write-out '%{http_code}' "$LOTSE_URL/api/v1/$1" || true
}

# {id, customer?, messages, context?}, oldest message first, the last one the customer's
answer_ticket() {
  jq '{customer, context, messages: .messages[-20:]}' "$folder/input" >"$folder/question"
  # One key per message of the customer: sent again, it is answered and charged once.
  once=$(jq -r '"Idempotency-Key: ticket-\(.id)-message-\(.messages | length)"' "$folder/input")
  status=$(post chat "$folder/question" "$once")
  text=
  if [ "$status" = 200 ]; then text=$(jq -r '.answer + "\n\n" + .ai_notice' "$folder/told") || text=; fi
  # No answer, whatever the reason, is one for the team.
  if [ -z "$text" ]; then
    tell_team "The bot did not answer (status $status)."
    return
  fi
  if jq -e .draft "$folder/told" >/dev/null; then keep_as_draft "$text"; else show_to_customer "$text"; fi
  if jq -e .needs_team "$folder/told" >/dev/null; then tell_team "$(jq -r .team_reason "$folder/told")"; fi
  # Keep it with the ticket: feedback and outcome name it.
  jq -r '"Answer: \(.id)"' "$folder/told"
}

# {answer_id, outcome?, team_answer?, helpful?, comment?}
report_outcome() {
  path=answers/$(jq -r '.answer_id | @uri' "$folder/input")
  report() { # route, what it says
    jq "$2" "$folder/input" >"$folder/report"
    status=$(post "$path/$1" "$folder/report")
    if [ "$status" != 204 ]; then
      printf 'Not reported (status %s).\n' "$status" >&2
      exit 1
    fi
  }
  if jq -e 'has("outcome")' "$folder/input" >/dev/null; then report outcome '{outcome, team_answer}'; fi
  if jq -e 'has("helpful")' "$folder/input" >/dev/null; then report feedback '{helpful, comment}'; fi
  printf 'Reported.\n'
}

# HMAC-SHA256 by its definition (RFC 2104), for openssl takes a key as an argument only, which everyone could read.
sign() { # what is signed comes over standard input
  : "${LOTSE_WEBHOOK_SECRET:?must be set}"
  bytes=$(printf %s "${LOTSE_WEBHOOK_SECRET#whsec_}" | base64 -d | od -An -v -tx1)
  pad() {
    count=0
    for byte in $bytes; do
      printf "\\$(printf %03o $((0x$byte ^ $1)))"
      count=$((count + 1))
    done
    while [ "$count" -lt 64 ]; do
      printf "\\$(printf %03o "$1")"
      count=$((count + 1))
    done
  }
  { pad 54 && cat; } | openssl dgst -sha256 -binary >"$folder/inner"
  { pad 92 && cat "$folder/inner"; } | openssl dgst -sha256 -binary | base64
}

# Standard Webhooks: whether the body is from Lotse, sent just now and not handled before.
find_fault() { # id, timestamp, signatures
  expected=v1,$({ printf '%s.%s.' "$1" "$2" && cat "$folder/input"; } | sign)
  # How long a comparison of digests with a random prefix takes says nothing about what is compared.
  salt=$(openssl rand -hex 16)
  digest() { printf '%s%s' "$salt" "$1" | openssl dgst -sha256; }
  fault=forged
  for given in $3; do
    if [ "$(digest "$given")" = "$(digest "$expected")" ]; then fault=; fi
  done
  if [ -n "$fault" ]; then return; fi
  age=$(($(date +%s) - $2))
  if [ "${age#-}" -gt "$TOLERANCE_SECONDS" ]; then
    fault=late
    return
  fi
  mkdir -p "$LOTSE_SEEN"
  # mkdir fails where the folder is there already.
  if ! mkdir "$LOTSE_SEEN/$1" 2>/dev/null; then fault='handled before'; fi
}

take_event() { # id, timestamp, signatures
  find_fault "$@"
  if [ -n "$fault" ]; then
    # Answer 401 to what is forged or late, and 200 to what was handled before, or it is sent again.
    printf 'Refused: %s\n' "$fault"
    if [ "$fault" = 'handled before' ]; then exit 2; else exit 1; fi
  fi
  if [ "$(jq -r .type "$folder/input")" = knowledge.changed ]; then return; fi
  tell_team "$(jq -r '"\(.type): \(.data.brief | .question // .text) \(.data.brief.link)"' "$folder/input")"
}

verb=${1:-}
case "$verb" in
  ticket) answer_ticket ;;
  outcome) report_outcome ;;
  webhook) shift && take_event "$@" ;;
  *)
    printf 'ticket, outcome or webhook?\n' >&2
    exit 1
    ;;
esac
