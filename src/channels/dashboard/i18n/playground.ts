import { PLAYGROUND_QUESTIONS_PER_DAY } from '../../../domain/limits.ts';
import { defineTexts } from './texts.ts';

export const playgroundTexts = defineTexts(
  {
    title: 'Playground',
    intro: `Ask as a customer would and see what is behind the answer. It costs nothing and is recorded nowhere; up to ${PLAYGROUND_QUESTIONS_PER_DAY} questions a day.`,
    question: 'Question',
    ask: 'Ask',
    answer: 'Answer',
    team: 'A human takes over:',
    noTeam: 'The bot answers this alone.',
    passages: 'What the answer was made of',
    noPassages: 'No entry of your knowledge fits.',
    score: (score: string) => `Score ${score}`,
    sources: 'Sources shown with it',
    facts: (level: string, engine: string) => `Level ${level}, answered by: ${engine}`,
  },
  {
    title: 'Ausprobieren',
    intro: `Frag wie ein Kunde und sieh, was hinter der Antwort steht. Das kostet nichts und wird nirgends aufgezeichnet; bis zu ${PLAYGROUND_QUESTIONS_PER_DAY} Fragen am Tag.`,
    question: 'Frage',
    ask: 'Fragen',
    answer: 'Antwort',
    team: 'Ein Mensch übernimmt:',
    noTeam: 'Das beantwortet der Bot allein.',
    passages: 'Woraus die Antwort entstand',
    noPassages: 'Kein Eintrag deines Wissens passt.',
    score: (score: string) => `Wertung ${score}`,
    sources: 'Quellen, die dabeistehen',
    facts: (level: string, engine: string) => `Stufe ${level}, beantwortet von: ${engine}`,
  },
);
