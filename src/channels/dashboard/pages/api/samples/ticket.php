<?php
// Sends the history of a ticket, shows the answer and calls the team when it is needed.
// PHP 8 or newer with the curl extension. The key is in the environment: LOTSE_API_KEY=lts_… php ticket.php
declare(strict_types=1);

const MAX_ATTEMPTS = 3;
const MAX_WAIT_SECONDS = 60;

/** @return array{int, array<string, mixed>} status and body; status 0 where the service cannot be reached */
function ask(string $key, array $ticket, string $messageId): array
{
    for ($attempt = 1; ; $attempt++) {
        $retryAfter = 5;
        $call = curl_init('__BASE_URL__/api/v1/chat');
        curl_setopt_array($call, [
            CURLOPT_POST => true,
            CURLOPT_POSTFIELDS => json_encode($ticket, JSON_THROW_ON_ERROR),
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT => 60,
            CURLOPT_HTTPHEADER => [
                'Authorization: Bearer ' . $key,
                'Content-Type: application/json',
                // One id per customer message: if sent again, it is answered and charged only once.
                'Idempotency-Key: ' . $messageId,
            ],
            CURLOPT_HEADERFUNCTION => function ($call, string $line) use (&$retryAfter): int {
                if (stripos($line, 'Retry-After:') === 0) {
                    $retryAfter = (int) trim(substr($line, strlen('Retry-After:')));
                }
                return strlen($line);
            },
        ]);
        $text = curl_exec($call);
        $status = (int) curl_getinfo($call, CURLINFO_RESPONSE_CODE);
        // 429: too many requests. 503: the AI did not answer, nothing was charged. Retry-After says how long to wait.
        $isPassing = $status === 429 || $status === 503;
        if (!$isPassing || $attempt === MAX_ATTEMPTS || $retryAfter > MAX_WAIT_SECONDS) {
            // Empty if the reply breaks off, takes too long or is not JSON.
            $body = is_string($text) ? json_decode($text, true) : null;
            return [$status, is_array($body) ? $body : []];
        }
        sleep($retryAfter);
    }
}

function showInTicket(string $text): void
{
    echo $text, "\n";
}

function notifyTeam(string $text): void
{
    echo 'For the team: ', $text, "\n";
}

$key = getenv('LOTSE_API_KEY');
if ($key === false) {
    exit("LOTSE_API_KEY must be set\n");
}
$ticket = [
    'customer' => 'Kim',
    // Oldest message first, at most 20 of them; the last one is the customer's.
    'messages' => [
        ['role' => 'user', 'name' => 'Kim', 'content' => 'Hello!'],
        ['role' => 'assistant', 'content' => 'Hello Kim, how can I help?'],
        ['role' => 'user', 'name' => 'Kim', 'content' => 'How do I join the server?'],
    ],
];

[$status, $body] = ask($key, $ticket, 'ticket-4711-message-3');
// Anything but an answer, such as the page of a proxy, goes to the team.
if ($status === 200 && is_string($body['answer'] ?? null)) {
    // Your customers must see the notice: it tells them that an AI answered.
    showInTicket($body['answer'] . "\n\n" . $body['ai_notice']);
    if ($body['needs_team']) {
        notifyTeam($body['team_reason']);
    }
} elseif ($status === 402 && isset($body['error']['details'])) {
    $details = $body['error']['details'];
    notifyTeam("The quota is used up until {$details['resets_at']}. Top up: {$details['top_up_url']}");
} else {
    notifyTeam("The bot did not answer (status $status).");
}
