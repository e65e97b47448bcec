"""Sends the history of a ticket, shows the answer and calls the team when it is needed.

Python 3.8 or newer, no packages. The key is in the environment: LOTSE_API_KEY=lts_… python3 ticket.py
"""

import http.client
import json
import os
import time
import urllib.error
import urllib.request

KEY = os.environ["LOTSE_API_KEY"]
MAX_ATTEMPTS = 3
MAX_WAIT_SECONDS = 60


class Refused(Exception):
    """An answer that is none; `error` is what the service says about it."""

    def __init__(self, status, error):
        super().__init__(f"The bot did not answer (status {status}).")
        self.error = error


def read_error(body):
    try:
        return dict(json.loads(body)["error"])
    except (ValueError, LookupError, TypeError):
        return {}


def ask(ticket, message_id):
    request = urllib.request.Request(
        "__BASE_URL__/api/v1/chat",
        data=json.dumps(ticket).encode(),
        headers={
            "Authorization": f"Bearer {KEY}",
            "Content-Type": "application/json",
            # One id per customer message: if sent again, it is answered and charged only once.
            "Idempotency-Key": message_id,
        },
    )
    for attempt in range(1, MAX_ATTEMPTS + 1):
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                reply = json.load(response)
                if isinstance(reply, dict) and isinstance(reply.get("answer"), str):
                    return reply
                raise Refused(response.status, {})
        except urllib.error.HTTPError as refusal:
            # 429: too many requests. 503: the AI did not answer, nothing was charged.
            # Retry-After says how long to wait.
            seconds = int(refusal.headers.get("Retry-After", 5))
            is_passing = refusal.code in (429, 503)
            if not is_passing or attempt == MAX_ATTEMPTS or seconds > MAX_WAIT_SECONDS:
                raise Refused(refusal.code, read_error(refusal.read())) from None
            time.sleep(seconds)


def show_in_ticket(text):
    print(text)


def notify_team(text):
    print(f"For the team: {text}")


ticket = {
    "customer": "Kim",
    # Oldest message first, at most 20 of them; the last one is the customer's.
    "messages": [
        {"role": "user", "name": "Kim", "content": "Hello!"},
        {"role": "assistant", "content": "Hello Kim, how can I help?"},
        {"role": "user", "name": "Kim", "content": "How do I join the server?"},
    ],
}

try:
    reply = ask(ticket, "ticket-4711-message-3")
    # Your customers must see the notice: it tells them that an AI answered.
    show_in_ticket(f"{reply['answer']}\n\n{reply['ai_notice']}")
    if reply["needs_team"]:
        notify_team(reply["team_reason"])
except Refused as refused:
    if refused.error.get("code") == "quota_exhausted":
        details = refused.error["details"]
        notify_team(f"The quota is used up until {details['resets_at']}. Top up: {details['top_up_url']}")
    else:
        notify_team(refused)
except (OSError, http.client.HTTPException, ValueError) as error:
    # Not reached, too slow, broken off, or no JSON: that is no answer.
    notify_team(f"The bot did not answer: {error}")
