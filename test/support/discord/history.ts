import type { FakeChannel } from './actors/channel.ts';
import type { FakeMember } from './actors/member.ts';

const SYLLABLES = 'ba ke li mo nu pa re si to vu da fe gi ho ju la me ni po ru'.split(' ');
const PLACES = [400, 20, 1];

/** A word of its own for each number up to 8,000; of neighbours no two are a typo apart. */
function nameThing(n: number): string {
  return PLACES.map((size) => SYLLABLES[Math.floor(n / size) % SYLLABLES.length])
    .flatMap((syllable) => [syllable, syllable])
    .join('');
}

/**
 * What people wrote in a channel before the bot listened: each question is answered by a teacher, and talk lies
 * between them. @returns how many messages that makes.
 */
export function writeHistory(
  channel: FakeChannel,
  { askers, teacher }: { askers: readonly FakeMember[]; teacher: FakeMember },
  { questions, talkBetween }: { questions: number; talkBetween: number },
): number {
  const isHistory = true;
  for (let n = 0; n < questions; n += 1) {
    const asker = askers[n % askers.length] as FakeMember;
    const what = nameThing(n);
    const replyTo = asker.says(channel, `Where do I find the ${what}?`, { isHistory });
    teacher.says(channel, `The ${what} stands behind the third gate.`, { isHistory, replyTo });
    for (let more = 0; more < talkBetween; more += 1) {
      const talker = askers[(n + more) % askers.length] as FakeMember;
      talker.says(channel, `Nice weather today, round ${n}.`, { isHistory });
    }
  }
  return questions * (2 + talkBetween);
}
