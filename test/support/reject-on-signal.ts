/**
 * Preloaded into a service (`node --import`): every SIGUSR2 is a listener that throws after an await, each
 * with the next of these, and SIGHUP is one that throws at once. All of them contain `FAULT_TEXT`.
 */
const text = process.env.FAULT_TEXT ?? '';
const circular = new Error(text);
circular.cause = circular;
export const REJECTIONS = [
  circular,
  new Error(text),
  new Error('outer', { cause: new TypeError('inner', { cause: new RangeError(text) }) }),
  new AggregateError([new Error(text)], text),
  Object.assign(new Error('with fields'), { code: text, password: text, config: { headers: [text] } }),
  Object.assign(new Error('with a name'), { name: text, stack: text }),
  Object.defineProperty(new Error('with a message that throws'), 'message', {
    get: () => {
      throw new Error(text);
    },
  }),
  new Error(text.repeat(100_000)),
  text,
  { authorization: text, toJSON: () => text },
  [text],
  null,
  undefined,
];

if (text !== '') {
  let next = 0;
  process.on('SIGUSR2', async () => {
    await null;
    next += 1;
    throw REJECTIONS[next - 1];
  });
  process.on('SIGHUP', () => {
    throw new Error(text);
  });
}
