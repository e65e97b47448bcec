<?php
// The whole loop of a ticket. PHP 8 or newer with the curl extension; secrets stand in the environment.
//   php loop.php ticket < ticket.json       asks, then answers the customer or leaves a draft for the team
//   php loop.php outcome < report.json      reports what became of the answer
//   php loop.php webhook ID TIMESTAMP SIGNATURE < body      verifies an event of Lotse and acts on it
declare(strict_types=1);

const TOLERANCE_SECONDS = 300;
const MAX_TRIES = 3;
const MAX_WAIT_SECONDS = 60;

// Replace these three: they are what your ticket system does.
function showToCustomer(string $text): void
{
    echo "To the customer: $text\n";
}

function keepAsDraft(string $text): void
{
    echo "Draft for the team: $text\n";
}

function tellTeam(string $text): void
{
    echo "For the team: $text\n";
}

/**
 * Waits as long as Retry-After says after 429 and 503, and asks again.
 * @return array{int, array<string, mixed>} status and body; status 0 where the service cannot be reached
 */
function post(string $path, array $body, array $headers = [], int $tries = 1): array
{
    $wait = '';
    $call = curl_init((getenv('LOTSE_URL') ?: 'http://127.0.0.1:3000') . "/api/v1/$path");
    curl_setopt_array($call, [
        CURLOPT_POST => true,
        CURLOPT_POSTFIELDS => json_encode($body, JSON_THROW_ON_ERROR),
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => 60,
        CURLOPT_HEADERFUNCTION => function ($call, string $line) use (&$wait): int {
            if (preg_match('/^retry-after: *(\d+)/i', $line, $found)) {
                $wait = $found[1];
            }
            return strlen($line);
        },
        CURLOPT_HTTPHEADER => [
            'Authorization: Bearer ' . getenv('LOTSE_API_KEY'),
            'Content-Type: application/json',
            ...$headers,
        ],
    ]);
    $text = curl_exec($call);
    $status = (int) curl_getinfo($call, CURLINFO_RESPONSE_CODE);
    $mayWait = $wait !== '' && (int) $wait <= MAX_WAIT_SECONDS && $tries < MAX_TRIES;
    if (in_array($status, [429, 503], true) && $mayWait) {
        sleep((int) $wait);
        return post($path, $body, $headers, $tries + 1);
    }
    $told = is_string($text) ? json_decode($text, true) : null;
    return [$status, is_array($told) ? $told : []];
}

/** @param array $ticket `{id, customer?, messages, context?}`, oldest message first, the last one the customer's */
function answerTicket(array $ticket): void
{
    $messages = $ticket['messages'];
    // One key per message of the customer: sent again, it is answered and charged once.
    $once = "Idempotency-Key: ticket-{$ticket['id']}-message-" . count($messages);
    [$status, $answer] = post('chat', [
        'customer' => $ticket['customer'] ?? null,
        'context' => $ticket['context'] ?? null,
        'messages' => array_slice($messages, -20),
    ], [$once]);
    // No answer, whatever the reason, is one for the team.
    if ($status !== 200 || !is_string($answer['answer'] ?? null)) {
        tellTeam("The bot did not answer (status $status).");
        return;
    }
    $text = $answer['answer'] . "\n\n" . $answer['ai_notice'];
    $answer['draft'] ? keepAsDraft($text) : showToCustomer($text);
    if ($answer['needs_team']) {
        tellTeam($answer['team_reason']);
    }
    // Keep it with the ticket: feedback and outcome name it.
    echo "Answer: {$answer['id']}\n";
}

/** @param array $report `{answer_id, outcome?, team_answer?, helpful?, comment?}` */
function reportOutcome(array $report): void
{
    $parts = [
        'outcome' => ['outcome', 'team_answer'],
        'feedback' => ['helpful', 'comment'],
    ];
    foreach ($parts as $route => $fields) {
        $said = array_intersect_key($report, array_flip($fields));
        if (!isset($said[$fields[0]])) {
            continue;
        }
        [$status] = post("answers/{$report['answer_id']}/$route", $said);
        if ($status !== 204) {
            fwrite(STDERR, "Not reported (status $status).\n");
            exit(1);
        }
    }
    echo "Reported.\n";
}

/** Standard Webhooks: whether the body is from Lotse, sent just now and not handled before. */
function findFault(string $id, string $timestamp, string $signatures, string $body): ?string
{
    $secret = getenv('LOTSE_WEBHOOK_SECRET') ?: throw new Exception('LOTSE_WEBHOOK_SECRET must be set');
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    $isOurs = false;
    foreach (explode(' ', $signatures) as $given) {
        $isOurs = hash_equals($expected, $given) || $isOurs;
    }
    if (!$isOurs) {
        return 'forged';
    }
    if (abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        return 'late';
    }
    $folder = getenv('LOTSE_SEEN') ?: 'seen';
    if (!is_dir($folder)) {
        mkdir($folder, 0700, true);
    }
    // False where the file is there already.
    return @fopen("$folder/$id", 'x') === false ? 'handled before' : null;
}

function takeEvent(string $id, string $timestamp, string $signatures, string $body): void
{
    $fault = findFault($id, $timestamp, $signatures, $body);
    if ($fault !== null) {
        // Answer 401 to what is forged or late, and 200 to what was handled before, or it is sent again.
        echo "Refused: $fault\n";
        exit($fault === 'handled before' ? 2 : 1);
    }
    ['type' => $type, 'data' => ['brief' => $brief]] = json_decode($body, true, flags: JSON_THROW_ON_ERROR);
    if ($type === 'knowledge.changed') {
        return;
    }
    tellTeam("$type: " . ($brief['question'] ?? $brief['text'] ?? '') . " {$brief['link']}");
}

[, $verb] = $argv + [1 => ''];
$input = stream_get_contents(STDIN);
match ($verb) {
    'ticket' => answerTicket(json_decode($input, true, flags: JSON_THROW_ON_ERROR)),
    'outcome' => reportOutcome(json_decode($input, true, flags: JSON_THROW_ON_ERROR)),
    'webhook' => takeEvent($argv[2], $argv[3], $argv[4], $input),
};
