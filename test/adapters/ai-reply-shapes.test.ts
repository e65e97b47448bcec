import { describe, expect, it } from 'vitest';
import { readBody } from '../../src/adapters/ai/reply/body.ts';
import { readCompletion } from '../../src/adapters/ai/reply/completion.ts';
import { schema } from './ai-setup.ts';

const reply = { answer: 'The shop opens at nine.', needs_team: false, answerable: true, used: ['hours'] };
const JSON_TEXT = JSON.stringify(reply);
const [FIRST, REST] = [JSON_TEXT.slice(0, 20), JSON_TEXT.slice(20)];
const THOUGHT = 'They ask for {"hours": "nine"}, HIDDEN, so I say it.';

const readAny = (body: unknown) => readCompletion(body, schema).content;
const read = (content: unknown) => readAny({ choices: [{ message: { content } }] });
const said = (answer: unknown) => read(JSON.stringify({ ...reply, answer })).answer;

describe('thoughts in an answer', () => {
  it.each([
    `<analysis>${THOUGHT}</analysis>At nine.`,
    `<inner_thoughts>${THOUGHT}</inner_thoughts>\nAt nine.`,
    `<self_critique>${THOUGHT}</self_critique>At nine.`,
    `At nine.\n<plan>${THOUGHT}</plan>`,
    `&lt;think&gt;${THOUGHT}&lt;/think&gt;At nine.`,
    `<|inner_prefix|>${THOUGHT}<|inner_suffix|>At nine.`,
    `<|START_THINKING|>${THOUGHT}<|END_THINKING|><|START_RESPONSE|>At nine.<|END_RESPONSE|>`,
    'analysisWe say nine. HIDDENassistantfinalAt nine.',
    `<|im_start|>think\n${THOUGHT}<|im_end|>\n<|im_start|>assistant\nAt nine.`,
    '<tool_call>{"name":"HIDDEN"}</tool_call>At nine.',
    '<|begin_of_box|>At nine.<|end_of_box|>',
    'At nine.<pad><pad>',
    '<denken>HIDDEN</denken>At nine.',
    '<思考>HIDDEN</思考>At nine.',
    '```thinking\nHIDDEN\n```\nAt nine.',
    '**Thinking:** HIDDEN, so.\n\n**Answer:** At nine.',
    'Überlegung: HIDDEN.\n\nAntwort: At nine.',
    'Answer: At nine.',
  ])('of any name, and template marks, are left out: %s', (text) => {
    expect(said(text)).toBe('At nine.');
  });

  it.each([
    '/ban <player> <reason>',
    'Choose <plan> in the menu.',
    'Press <InnerButton>Save</InnerButton>.',
    'Our reasoning: the shop opens at nine.',
    'Reasoning: it opens at nine.',
    'The analysis takes a day; the final plan follows.',
    'Write `<|im_start|>` in code.',
  ])('are not removed if a sentence or command only names them: %s', (text) => {
    expect(said(text)).toBe(text);
  });
});

describe('a reply with faults', () => {
  it.each([
    ['comments behind a hash', JSON_TEXT.replace(',"needs', ', # sure\n"needs')],
    ['full-width signs', JSON_TEXT.replaceAll('":', '"：').replaceAll(',"', '，"')],
    ['arrows', JSON_TEXT.replaceAll('":', '" => ')],
    ['equal signs and semicolons', JSON_TEXT.replaceAll('":', '" = ').replaceAll(',"', ';"')],
    ['triple quotes', JSON_TEXT.replace(`"${reply.answer}"`, `"""${reply.answer}"""`)],
    ['quotes of print', JSON_TEXT.replaceAll(/"([^"]*)"/g, '„$1“')],
    ['guillemets', JSON_TEXT.replaceAll(/"([^"]*)"/g, '«$1»')],
    ['breaks written out', JSON_TEXT.replace('{', '{\\n  ').replaceAll(',"', ',\\n  "')],
    ['commas too many', JSON_TEXT.replace('{', '{,').replace(',"needs', ',,"needs')],
    [
      'numbered labels',
      Object.entries(reply)
        .map(([key, value], i) => `${i + 1}. ${key}: ${value}`)
        .join('\n'),
    ],
    [
      'a table',
      Object.entries(reply)
        .map(([key, value]) => `| ${key} | ${value} |`)
        .join('\n'),
    ],
    ['YAML', `answer: >-\n  ${reply.answer}\nneeds_team: false\nanswerable: true\nused: "hours"`],
    ['a tuple', JSON_TEXT.replace('["hours"]', '("hours",)')],
    [
      'an object for each key',
      Object.entries(reply)
        .map((pair) => JSON.stringify(Object.fromEntries([pair])))
        .join('\n'),
    ],
    [
      'tags',
      `<answer>${reply.answer}</answer><needs_team>false</needs_team><answerable>true</answerable><used>hours</used>`,
    ],
    [
      'parameters of a call',
      `<tool_call><function=answer>\n<parameter=answer>\n${reply.answer}\n</parameter>\n<parameter=needs_team>false</parameter>\n<parameter=answerable>true</parameter>\n<parameter=used>hours</parameter></function>`,
    ],
    ['labels', `**answer:** ${reply.answer}\n**needs_team:** false\n**answerable:** true\n**used:** hours`],
  ])('is read: %s', (_title, content) => {
    expect(read(content)).toEqual(reply);
  });

  it('that ends after what a reader needs is complete, and one that ends within the answer is cut', () => {
    const text = `{"answer":"${reply.answer}","needs_team":false,`;
    expect(read(`${text}"answ`)).toEqual({ answer: reply.answer, needs_team: false });
    expect(() => read('{"answer":"The shop opens at ni')).toThrow(expect.objectContaining({ kind: 'cut' }));
    const late = '{"needs_team":false,"answerable":true,"used":[],"answer":"The shop opens at ni';
    expect(() => read(late)).toThrow(expect.objectContaining({ kind: 'cut' }));
  });

  it.each([
    'The answer is nine.',
    'answer: nine',
    'See <answer>nine</answer>.',
  ])('is not found if prose has only one of its keys: %s', (content) =>
    expect(() => read(content)).toThrow());

  it('may write its booleans as words and its text by language', () => {
    const content = JSON.stringify({ ...reply, needs_team: 'yes, a refund', answer: { en: 'At nine.' } });
    expect(read(content)).toMatchObject({ needs_team: true, answer: 'At nine.' });
  });
});

describe('a body', () => {
  const message = { role: 'assistant', content: JSON_TEXT };
  it.each<[string, unknown]>([
    ["of Ollama's own interface", { message, done: true, prompt_eval_count: 7, eval_count: 4 }],
    [
      'of Gemini',
      { candidates: [{ content: { parts: [{ text: THOUGHT, thought: true }, { text: JSON_TEXT }] } }] },
    ],
    [
      'of Anthropic',
      { type: 'message', content: [{ type: 'text', text: JSON_TEXT }], stop_reason: 'end_turn' },
    ],
    [
      'of OpenAI responses',
      { output: [{ type: 'message', content: [{ type: 'output_text', text: JSON_TEXT }] }] },
    ],
    ["of llama.cpp's own completions", { content: JSON_TEXT, stop: true }],
    ['of results with a text', { results: [{ generated_text: JSON_TEXT }] }],
    ['of a gateway around a completion', { success: true, data: { choices: [{ message }] } }],
    ['that is a list of one', [{ choices: [{ message }] }]],
    ['whose second choice is whole', { choices: [{ message: { content: '' } }, { message }] }],
    ['with a delta in place of a message', { choices: [{ delta: message }] }],
    ['with a text in place of a message', { choices: [{ message: JSON_TEXT }] }],
    ['with a call that has no function', { choices: [{ message: { tool_calls: [{ arguments: reply }] } }] }],
    [
      'with one call that is no list',
      { choices: [{ message: { tool_calls: { function: { arguments: JSON_TEXT } } } }] },
    ],
    [
      'with the input of a tool',
      { choices: [{ message: { content: [{ type: 'tool_use', input: reply }] } }] },
    ],
  ])('%s holds its reply', (_title, body) => {
    expect(readAny(body)).toEqual(reply);
  });

  const chunk = (delta: object) => JSON.stringify({ choices: [{ delta }] });
  it.each([
    ['lines of JSON', `${chunk({ content: FIRST })}\n${chunk({ content: REST })}\n`],
    [
      "Ollama's stream",
      [FIRST, REST].map((content) => JSON.stringify({ message: { content }, done: false })).join('\n'),
    ],
    [
      'parts and text',
      `data: ${chunk({ content: [{ type: 'text', text: FIRST }] })}\n\ndata: ${chunk({ content: REST })}\n\n`,
    ],
    [
      "Anthropic's events",
      [FIRST, REST]
        .map((text) => `data: ${JSON.stringify({ type: 'content_block_delta', delta: { text } })}\n\n`)
        .join(''),
    ],
    [
      "Gemini's events",
      [FIRST, REST]
        .map((text) => `data: ${JSON.stringify({ candidates: [{ content: { parts: [{ text }] } }] })}\n\n`)
        .join(''),
    ],
    [
      'a list of chunks',
      JSON.stringify(
        [FIRST, REST].map((content) => ({
          object: 'chat.completion.chunk',
          choices: [{ delta: { content } }],
        })),
      ),
    ],
    [
      'events of responses',
      [FIRST, REST]
        .map((delta) => `data: ${JSON.stringify({ type: 'response.output_text.delta', delta })}\n\n`)
        .join(''),
    ],
    [
      'texts of a completion',
      [FIRST, REST].map((text) => `data: ${JSON.stringify({ choices: [{ text }] })}\n\n`).join(''),
    ],
    ['comments before a plain body', `: wait\n\n: wait\n\n${JSON.stringify({ choices: [{ message }] })}`],
    [
      'a sign that JSON does not know',
      JSON.stringify({ choices: [{ message }], score: 0 }).replace(':0}', ':NaN}'),
    ],
  ])('that comes as %s is assembled', (_title, text) => {
    expect(readAny(readBody(text).value)).toEqual(reply);
  });

  it.each<[string, unknown]>([
    ['a block reason', { choices: [], promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }],
    [
      'no choice, and a filter that filtered',
      { choices: [], prompt_filter_results: [{ hate: { filtered: true } }] },
    ],
    [
      "a provider's own reason",
      { choices: [{ finish_reason: 'stop', native_finish_reason: 'SAFETY', message: { content: '' } }] },
    ],
    ['a refusal as a part', { choices: [{ message: { content: [{ type: 'refusal', refusal: 'No.' }] } }] }],
    [
      'a status of its own',
      { choices: null, base_resp: { status_code: 1026, status_msg: 'input new_sensitive' } },
    ],
  ])('without an answer counts as filtered if it says so: %s', (_title, body) => {
    expect(() => readAny(body)).toThrow(expect.objectContaining({ kind: 'filtered' }));
  });

  it('with an answer does not count as filtered, whatever filters reported', () => {
    const checked = { choices: [{ message, content_filter_results: { hate: { filtered: true } } }] };
    expect(readAny(checked)).toEqual(reply);
  });
});
