import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BackendFault } from '../../src/adapters/ai/fault.ts';
import { readBody } from '../../src/adapters/ai/reply/body.ts';
import { readCompletion } from '../../src/adapters/ai/reply/completion.ts';
import { fillWith, MARKS_OF_REPLIES } from '../support/hostile-text.ts';
import { countRuns } from '../support/runs.ts';
import { answer, schema } from './ai-setup.ts';

const reply = { answer: 'The shop opens at nine.', needs_team: false, answerable: true, used: ['hours'] };
const JSON_TEXT = JSON.stringify(reply);
const THOUGHT = 'They ask for {"hours": "nine"}, HIDDEN, so I say it.';

const read = (message: unknown, finish = 'stop') =>
  readCompletion({ choices: [{ finish_reason: finish, message }] }, schema).content;

/** Forms that a sound reply comes in. */
const FORMS: Record<string, (json: string) => unknown> = {
  'thoughts before it': (json) => ({ content: `<thinking>${THOUGHT}</thinking>\n${json}` }),
  'thoughts that only end': (json) => ({ content: `${THOUGHT}\n</think>${json}` }),
  'thoughts never closed': (json) => ({ content: `<think>${THOUGHT}\n\n${json}` }),
  'thoughts in brackets': (json) => ({ content: `[THINK]${THOUGHT}[/THINK]${json}` }),
  channels: (json) => ({
    content: `<|channel|>analysis<|message|>${THOUGHT}<|end|><|start|>assistant<|channel|>final<|message|>${json}`,
  }),
  'a field for thoughts': (json) => ({ content: null, reasoning_content: json }),
  parts: (json) => ({
    content: [
      { type: 'thinking', thinking: THOUGHT },
      { type: 'text', text: json },
    ],
  }),
  'a fence in prose': (json) => ({ content: `Of course:\n\`\`\`json\n${json}\n\`\`\`\nAnything else?` }),
  'an end mark': (json) => ({ content: `${json}<|eot_id|>` }),
  'a list': (json) => ({ content: `[${json}]` }),
  'a key of its own': (json) => ({ content: `{"output": ${json}}` }),
  'a string': (json) => ({ content: JSON.stringify(json) }),
  'the call of a tool': (json) => ({ content: null, tool_calls: [{ function: { arguments: json } }] }),
  'a comma too many': (json) => ({ content: `${json.slice(0, -1)},}` }),
};

/** Letters, and every sign that means something in JSON or Markdown; marks of thoughts are another test's. */
const SIGN = fc.constantFrom(...('abz 09äß€😀{}[]",:\'\n\t.!?()#*_-`\\/'.match(/./gsu) ?? []));

describe('a reply', () => {
  it.each(Object.entries(FORMS))('is found in %s', (_form, wrap) => {
    expect(read(wrap(JSON_TEXT))).toEqual(reply);
  });

  it.each(Object.entries(FORMS))('has the same answer, whatever it says, in %s', (_form, wrap) => {
    fc.assert(
      fc.property(fc.string({ unit: SIGN, maxLength: 200 }), (text) => {
        expect(read(wrap(JSON.stringify({ ...reply, answer: text })))).toEqual({ ...reply, answer: text });
      }),
      { numRuns: countRuns(50) },
    );
  });

  it('contains no thoughts, but keeps their marks in sentences and code', () => {
    const said = (answer: string) => read({ content: JSON.stringify({ ...reply, answer }) });
    expect(said(`<think>${THOUGHT}</think>At nine.`)).toMatchObject({ answer: 'At nine.' });
    expect(said(`${THOUGHT}\n</think>At nine.`)).toMatchObject({ answer: 'At nine.' });
    expect(said(`At nine. <think>${THOUGHT}`)).toMatchObject({ answer: 'At nine.' });
    for (const kept of ['Write `<think>` first.', 'I think so.', '/ban <player> <reason>'])
      expect(said(kept)).toMatchObject({ answer: kept });
  });

  it('may spell its keys, booleans and ids differently', () => {
    const content =
      "{'Answer': 'At nine.', 'needsTeam': 'False', 'answerable': True, 'used': [{'id': 'hours'}],}";
    expect(read({ content })).toEqual({ ...reply, answer: 'At nine.' });
  });

  it.each([
    ['{"answer":"The shop opens at ni', 'length', 'cut'],
    ['', 'length', 'cut'],
    ['The shop opens at nine.', 'stop', 'unreadable'],
    [JSON_TEXT, 'content_filter', 'filtered'],
  ])('that is incomplete is a fault: %j, %s', (content, finish, kind) => {
    expect(() => read({ content }, finish)).toThrow(expect.objectContaining({ kind }));
  });

  it('of 64 KiB that repeat a mark is a fault that says what is wrong', () => {
    const texts = MARKS_OF_REPLIES.map((mark) => fillWith(mark)(64 * 1024));
    const kinds = new Set<unknown>();
    for (const content of texts.flatMap((text) => [`${text}x`, JSON.stringify({ answer: text })])) {
      try {
        read({ content });
      } catch (error) {
        kinds.add(error instanceof BackendFault ? error.kind : error);
      }
    }
    expect([...kinds].toSorted()).toEqual(['cut', 'unreadable']);
  });

  it('that is streamed is assembled', () => {
    const chunk = (delta: object) => `data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`;
    const [first, rest] = [JSON_TEXT.slice(0, 20), JSON_TEXT.slice(20)];
    const text = `: wait\n\n${chunk({ role: 'assistant', content: first })}${chunk({ content: rest })}data: [DONE]\n\n`;
    expect(readCompletion(readBody(text).value, schema).content).toEqual(reply);
  });
});

describe('tokens that a backend leaves out of its two counts', () => {
  it.each<[string, object, object]>([
    ['thoughts in the total alone', { total_tokens: 1740 }, { promptTokens: 700, completionTokens: 1040 }],
    [
      'a cached prompt beside the rest',
      { prompt_tokens: 12, cache_read_input_tokens: 688, total_tokens: 740 },
      { promptTokens: 700, completionTokens: 40, cachedTokens: 688 },
    ],
    [
      'more thoughts than output',
      { completion_tokens_details: { reasoning_tokens: 500 } },
      { promptTokens: 700, completionTokens: 540 },
    ],
    [
      'none: both parts are within',
      {
        ...{ total_tokens: 740, cache_read_input_tokens: 600 },
        ...{ prompt_tokens_details: { cached_tokens: 600 } },
        completion_tokens_details: { reasoning_tokens: 30 },
      },
      { promptTokens: 700, completionTokens: 40, cachedTokens: 600 },
    ],
  ])('are counted once: %s', (_title, more, counted) => {
    const choices = [{ index: 0, finish_reason: 'stop', message: { content: JSON.stringify(answer) } }];
    const usage = { prompt_tokens: 700, completion_tokens: 40, ...more };
    expect(readCompletion({ choices, usage }, schema).usage).toMatchObject(counted);
  });
});
