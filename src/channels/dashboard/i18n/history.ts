import { defineTexts } from './frame.ts';

/** Reading the history of a channel, on the page of suggestions. */
export const historyTexts = defineTexts({
  title: ['History of a channel', 'Verlauf eines Kanals'],
  none: [
    'Answered questions of a channel or forum can become suggestions: type /learning import there on Discord.',
    'Beantwortete Fragen eines Kanals oder Forums können zu Vorschlägen werden: Tipp auf Discord /learning import.',
  ],
  running: ['Being read now.', 'Wird gerade gelesen.'],
  channel: ['Channel', 'Kanal'],
  begun: ['Begun', 'Begonnen'],
  ended: ['Ended', 'Beendet'],
  messages: ['Messages read', 'Nachrichten gelesen'],
  suggested: ['New suggestions', 'Neue Vorschläge'],
  grouped: ['Same questions, added as wordings', 'Gleiche Fragen, als Formulierung dazu'],
  ownWords: [
    'As they were written: the half of the week for learning is used up',
    'Im Wortlaut: die Hälfte der Woche für Lernen ist verbraucht',
  ],
  leftOut: ['Left out', 'Ausgelassen'],
  reload: ['Look again', 'Noch einmal nachsehen'],
  stop: ['Stop reading', 'Lesen anhalten'],
  again: ['Another run: /learning import on Discord.', 'Ein neuer Lauf: /learning import auf Discord.'],
});
