#!/bin/sh
# Sends the history of a ticket, shows the answer and calls the team when it is needed.
# Needs curl and jq. The key is in the environment: LOTSE_API_KEY=lts_… sh ticket.sh
set -eu
: "${LOTSE_API_KEY:?must be set}"

# Oldest message first, at most 20 of them; the last one is the customer's.
ticket='{
  "customer": "Kim",
  "messages": [
    {"role": "user", "name": "Kim", "content": "Hello!"},
    {"role": "assistant", "content": "Hello Kim, how can I help?"},
    {"role": "user", "name": "Kim", "content": "How do I join the server?"}
  ]
}'
# One id per customer message: if sent again, it is answered and charged only once.
message_id='ticket-4711-message-3'

show_in_ticket() { printf '%s\n' "$1"; }
notify_team() { printf 'For the team: %s\n' "$1"; }

# curl itself waits as long as Retry-After says after 429 and 503, and asks again.
# The key comes over standard input: an argument could be read by everyone on this machine.
body=$(mktemp)
trap 'rm -f "$body"' EXIT
status=$(printf 'Authorization: Bearer %s\n' "$LOTSE_API_KEY" |
  curl --silent --show-error --retry 2 --retry-max-time 120 --max-time 60 \
    --header @- --header 'Content-Type: application/json' \
    --header "Idempotency-Key: $message_id" --data "$ticket" \
    --output "$body" --write-out '%{http_code}' '__BASE_URL__/api/v1/chat') || status=000

case "$status" in
  200)
    # Your customers must see the notice: it tells them that an AI answered.
    # Anything but an answer, such as the page of a proxy, goes to the team.
    text=$(jq -r 'select(.answer | type == "string") | .answer + "\n\n" + .ai_notice' "$body") || text=
    if [ -n "$text" ]; then
      show_in_ticket "$text"
      if jq -e .needs_team "$body" >/dev/null; then notify_team "$(jq -r .team_reason "$body")"; fi
    else
      notify_team "The bot did not answer (status $status)."
    fi
    ;;
  402)
    text=$(jq -r '.error.details | objects |
      "The quota is used up until \(.resets_at). Top up: \(.top_up_url)"' "$body") || text=
    notify_team "${text:-The bot did not answer (status $status).}"
    ;;
  *) notify_team "The bot did not answer (status $status)." ;;
esac
