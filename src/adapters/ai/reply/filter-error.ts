/** What filters of providers call themselves in codes and types: whole words, in any spelling of blanks. */
const CODE =
  /["'](?:content[ _-]?(?:policy[ _-]?violation|filter(?:ed)?(?:[ _-]?error)?|moderation|management)|responsible[ _-]?ai[ _-]?policy[ _-]?violation|data[ _-]?inspection[ _-]?failed|moderation(?:[ _-]\w{1,30})?|prohibited[ _-]?content|safety(?:[ _-]?(?:block(?:ed)?|error|violation))?|input[ _-]?(?:flagged|blocked)|guardrails?(?:[ _-]?\w{1,30})?)["']/i;
/** How they say it to people. A parameter such as `safety_settings` that a backend does not know is none. */
const SENTENCE =
  /content (?:management )?polic(?:y|ies)|content filter(?:ing)? (?:polic|system|trigger|block)|(?:filtered|blocked|rejected|flagged|refused) (?:by|due to|because of|for|as) .{0,40}(?:filter|polic|safety|moderation|guardrail|harm|violen|sexual|hate|abus|inappropriate)|content exists risk|(?:prompt|response|answer|output|content|message)s?[ _-](?:was |has been |is )?blocked|(?:unsafe|harmful|offensive|toxic) content|guardrails?\b.{0,60}(?:fail|block|violat|interven|trigger)|violat\w{1,5} .{0,60}(?:polic|guideline)|(?:usage|acceptable use) polic|(?:requires|failed|by|under) moderation|inappropriate content|prohibited content|sensitive (?:content|information|words?)|safety (?:system|filters?|guidelines|reasons)/i;
/** Errors are short; of a longer body only this much is read. */
const READ_CHARACTERS = 4_000;

/** Whether the body of an error says that a filter refused what was asked or answered. */
export function isFilterError(body: string): boolean {
  const text = body.slice(0, READ_CHARACTERS);
  return CODE.test(text) || SENTENCE.test(text);
}

/** What stands beside an answer that a filter took away: whose finger it was, in the names of several providers. */
const TAKEN =
  /"filtered":true|"block_?reason(?:_?message)?":"(?!BLOCK_?REASON_UNSPECIFIED)[^"]|"(?:native_)?(?:finish|stop)_?reason":"[^"]{0,60}(?:filter|safety|prohibited|blocklist|recitation|sensitive|refus|guardrail|spii)|"status_msg":"[^"]{0,80}sensitive/i;

/** Whether a body without an answer says that a filter took it. */
export function isFilteredBody(body: unknown): boolean {
  return TAKEN.test(JSON.stringify(body ?? null).slice(0, READ_CHARACTERS));
}
