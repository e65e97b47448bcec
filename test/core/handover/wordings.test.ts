import { describe, expect, test } from 'vitest';
import { detectTeamReason } from '../../../src/core/handover/handover.ts';
import type { TeamReason } from '../../../src/domain/types.ts';

const reasonIn = (content: string): TeamReason | null => detectTeamReason([{ role: 'user', content }]);

/** Other wordings of what rules know in plain words. */
const TICKETS: Partial<Record<TeamReason, readonly string[]>> = {
  safety: [
    'i mache jetzt schluss mit dem leben',
    'heut abend mach ich mit allem schluss',
    'ich kann das alles nicht mehr, lebt wohl',
    'i hob ka freid mehr am lebn',
    'hab kan bock mehr aufs lebn',
    'kb mehr aufs leben',
    'ich erhäng mich morgen',
    'ich erschieße mich einfach',
    'ich vergifte mich',
    'schlaftabletten liegen schon bereit',
    'the pills are right here next to me',
    'what is even the point of life anymore, i feel empty',
    'was bringt das leben überhaupt noch',
    'everybody is better off without me around',
    'id be better of dead',
    'if im not here tomorrow tell my parents i love them',
    'falls ich bald nicht mehr lebe sagt meiner schwester bescheid',
    'es wäre besser wenn es mich nicht gäbe',
    'it would be better if i was never born',
    'i mog oafach nimmer, pfiat eich für immer',
    'i am done with it, goodbye forever everyone',
    'im going to throw myself in front of a train',
    'might fling myself off the balcony',
    'hab grad 20 ibuprofen genommen',
    'swallowed way too many xanax',
    'ich hab mir schon einen strick besorgt',
    'dying is the only thing i think about',
    'i will drown myself',
    'slit my wrist last night',
    'ich werd mich unter die bahn legen',
    's leben freit mi nimmer',
    'ich denk nur noch ans sterben',
    'mei schwesta sogt sie bringt si um',
    'a 40 yo wants my sister to turn on her webcam',
    'ein 28 jähriger verlangt bilder von meinem sohn',
    'mein bruder schneidet sich seit monaten',
    'meine cousine verletzt sich immer wieder selbst',
  ],
  account: [
    'ich krieg keine mail mit dem anmeldecode',
    'i never get a text with the code to log in',
    'es kommt keine sms mit dem code',
    'der anmeldelink kommt nie an',
    'sign in link never arrives',
  ],
  ban: [
    'kann nicht mehr im chat schreiben, wieso',
    'cant type in chat anymore, why?',
    'darf ned mehr reden im voice, warum',
    'your admin yeeted me out of the guild',
    'i was booted out of the clan by a mod',
    'bin vom server geschmissen worden',
    'they ejected me from the server for nothing',
    'it says i am removed from this server',
    'da steht ich bin entfernt worden vom server',
  ],
};

describe.each(Object.entries(TICKETS))('%s', (reason, texts) => {
  test.each(texts)('%s', (text) => {
    expect(reasonIn(text)).toBe(reason);
  });
});

describe('a wording that is not meant', () => {
  test.each([
    'diese ladezeiten bringen mich um lol',
    'die langeweile bringt mich um',
    'diese schlange vor dem server bringt mich um haha',
    'nobody has banned me, only asking for the rules',
    'keiner hat mich gebannt, frag nur so',
    'bringt mich um, der ping lol',
    'i just think dying costs too many items',
    'wenn ich weg bin sagt meinem freund er soll das tor öffnen',
    'ist es besser wenn ich beim event nicht da bin',
    'hab mir ein seil gekauft, wie benutze ich es',
    'can i throw myself off a cliff without damage',
    'how do i cut my arms off in the skin editor',
    'a spider knocked me into the ravine, my bow and arrows are gone',
    'skelett hat mich von der klippe geschossen, rüstung weg',
    'where do i get a rope in the shop',
    'bye everyone, see you tomorrow',
    'ja wäre nett',
    'das wäre nicht schlecht',
    'waere nicht verkehrt wenn es mehr schiffe gäbe',
    'das bringt mich echt um xD wann kommt das update',
    'this waiting is killing me haha',
    'ich mach schluss für heute, gute nacht',
    'wir machen schluss mit dem alten server, wo ist der neue',
    'lebt wohl ihr alten schiffe, wo kauf ich neue',
    'der launcher hängt sich auf',
    'mein spiel hängt sich immer auf',
    'i drowned and dropped everything i had on me',
    'ist jemand vom team online?',
    'is anyone from the staff on right now?',
    'das ist keine beschwerde, nur eine frage zum shop',
    'there is no refund needed, just a question about the shop',
    'what is the point of the life skill tree',
    'is it better if i play on java',
    'where can i find the button to change my 2fa app',
  ])('%s gives no reason', (text) => {
    expect(reasonIn(text)).toBeNull();
  });

  test.each([
    ['das bringt mich um, ich halt das nicht mehr aus', 'safety'],
    ['der typ bringt mich um lol, er hat gesagt er kommt zu mir nach hause', 'safety'],
    ['nobody unbanned me yet', 'ban'],
    ['ist jemand vom team da? brauche dringend hilfe', 'asked_for_human'],
    ['i am banned and there is no appeal, just silence', 'ban'],
    ['you keep everything about me on your servers, delete it', 'legal'],
  ] as const)('%s is %s', (text, reason) => {
    expect(reasonIn(text)).toBe(reason);
  });
});
