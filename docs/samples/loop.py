"""The whole loop of a ticket. Python 3.8 or newer, no packages; secrets stand in the environment.

python3 loop.py ticket < ticket.json       asks, then answers the customer or leaves a draft for the team
python3 loop.py outcome < report.json      reports what became of the answer
python3 loop.py webhook ID TIMESTAMP SIGNATURE < body      verifies an event of Lotse and acts on it
"""

import base64
import hashlib
import hmac
import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.request

LOTSE_URL = os.environ.get("LOTSE_URL", "http://127.0.0.1:3000")
SEEN = os.environ.get("LOTSE_SEEN", "seen")
TOLERANCE_SECONDS = 300
MAX_TRIES = 3
MAX_WAIT_SECONDS = 60


# Replace these three: they are what your ticket system does.
def show_to_customer(text):
    print(f"To the customer: {text}")


def keep_as_draft(text):
    print(f"Draft for the team: {text}")


def tell_team(text):
    print(f"For the team: {text}")


def post(path, body, headers=None):
    """Waits as long as Retry-After says after 429 and 503, and asks again."""
    for tries in range(1, MAX_TRIES + 1):
        try:
            return send(path, body, headers)
        except urllib.error.HTTPError as error:
            wait = error.headers.get("Retry-After", "")
            may_wait = wait.isdigit() and int(wait) <= MAX_WAIT_SECONDS
            if error.code not in (429, 503) or tries == MAX_TRIES or not may_wait:
                raise
            time.sleep(int(wait))


def send(path, body, headers):
    request = urllib.request.Request(
        f"{LOTSE_URL}/api/v1/{path}",
        data=json.dumps(body).encode(),
        headers={
            "Authorization": f"Bearer {os.environ['LOTSE_API_KEY']}",
            "Content-Type": "application/json",
            **(headers or {}),
        },
    )
    with urllib.request.urlopen(request, timeout=60) as response:
        return None if response.status == 204 else json.load(response)


def answer_ticket(ticket):
    """`{id, customer?, messages, context?}`, oldest message first, the last one the customer's."""
    messages = ticket["messages"]
    question = {
        "customer": ticket.get("customer"),
        "context": ticket.get("context"),
        "messages": messages[-20:],
    }
    # One key per message of the customer: sent again, it is answered and charged once.
    once = {"Idempotency-Key": f"ticket-{ticket['id']}-message-{len(messages)}"}
    try:
        answer = post("chat", question, once)
        text = f"{answer['answer']}\n\n{answer['ai_notice']}"
    except (OSError, http.client.HTTPException, ValueError, LookupError, TypeError) as error:
        # No answer, whatever the reason, is one for the team.
        tell_team(f"The bot did not answer ({error}).")
        return
    if answer["draft"]:
        keep_as_draft(text)
    else:
        show_to_customer(text)
    if answer["needs_team"]:
        tell_team(answer["team_reason"])
    # Keep it with the ticket: feedback and outcome name it.
    print(f"Answer: {answer['id']}")


def report_outcome(report):
    """`{answer_id, outcome?, team_answer?, helpful?, comment?}`"""
    path = f"answers/{report['answer_id']}"
    if "outcome" in report:
        said = {"outcome": report["outcome"], "team_answer": report.get("team_answer")}
        post(f"{path}/outcome", said)
    if "helpful" in report:
        post(f"{path}/feedback", {"helpful": report["helpful"], "comment": report.get("comment")})
    print("Reported.")


def find_fault(event_id, timestamp, signatures, body):
    """Standard Webhooks: whether the body is from Lotse, sent just now and not handled before."""
    secret = os.environ.get("LOTSE_WEBHOOK_SECRET") or sys.exit("LOTSE_WEBHOOK_SECRET must be set")
    key = base64.b64decode(secret.replace("whsec_", "", 1))
    signed = f"{event_id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    if not any(hmac.compare_digest(given.encode(), expected) for given in signatures.split(" ")):
        return "forged"
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return "late"
    os.makedirs(SEEN, exist_ok=True)
    try:
        open(os.path.join(SEEN, event_id), "x").close()
    except FileExistsError:
        return "handled before"
    return None


def take_event(event_id, timestamp, signatures, body):
    fault = find_fault(event_id, timestamp, signatures, body)
    if fault:
        # Answer 401 to what is forged or late, and 200 to what was handled before, or it is sent again.
        print(f"Refused: {fault}")
        sys.exit(2 if fault == "handled before" else 1)
    event = json.loads(body)
    if event["type"] == "knowledge.changed":
        return
    brief = event["data"]["brief"]
    tell_team(f"{event['type']}: {brief.get('question') or brief.get('text')} {brief['link']}")


verb, *given = sys.argv[1:]
if verb == "ticket":
    answer_ticket(json.load(sys.stdin.buffer))
elif verb == "outcome":
    report_outcome(json.load(sys.stdin.buffer))
elif verb == "webhook":
    take_event(*given, sys.stdin.buffer.read())
else:
    sys.exit("ticket, outcome or webhook?")
