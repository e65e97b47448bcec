import { describe, expect, test } from 'vitest';
import { isWorthLearning } from '../../../src/core/learning/suggestions/learn.ts';

const WORTH: [question: string, answer: string][] = [
  ['Wie komme ich in die Lobby?', 'Use /reset in the lobby.'],
  ['Kann ich meinen Namen ändern?', 'Ja, mit /home'],
  ['Can I get a refund?', 'Yes you can.'],
  ['Geht das auch mit Bedrock?', 'Das geht nicht.'],
  ['How long does delivery take?', 'About nine days.'],
  ['wo ist der shop', 'neben dem spawn links'],
  ['How do I join?', 'https://docs.example/join'],
  ['How do I join?', 'See https://docs.example/?page'],
  ['Hallo, wie ändere ich mein Passwort?', 'Hi! Klick auf „Passwort vergessen“ unter dem Login.'],
  ['Hey, the launcher crashes', 'Did you try /reset? That fixes it.'],
  ['The launcher crashes', 'Thanks for the report. Reinstall the launcher, then restart. Good luck!'],
  ['Wann startet das Event?', 'Moment bitte. Es startet um 18 Uhr.'],
  ['Wann startet das Event?', 'Einen Moment, du musst /reset eingeben'],
  ['VIP kaufen?', 'Im Shop unter VIP, kostet 5 €.'],
  ['Where is the map?', 'Type `!map` in chat'],
  ['ich komm nicht rein, Fehler 403', 'dann ist dein Key abgelaufen, hol dir einen neuen'],
  ['What are the opening hours?', 'Monday to Friday, 9 to 17'],
  ['Bekomme ich Hilfe bei der Steuer?', 'Ja, im Büro im zweiten Stock, immer dienstags.'],
  ['Was bringt Level 20?', 'Ab Level 20 kannst du handeln.'],
  ['Please help, my order 4711 is late', 'Orders are late this week because of the storm.'],
  ['How do I open a ticket?', 'Use the button in #support.'],
  ['Wie viele Leute passen in eine Gruppe?', 'Bis zu sechs Spieler.'],
];

const NOT_WORTH: [question: string, answer: string][] = [
  ['Hallo zusammen!', 'Hallo, schön dass du da bist, lies gern #regeln.'],
  ['Danke dir, super!', 'Gern geschehen, der Shop ist links vom Spawn.'],
  ['hi', 'Hello, use /reset in the lobby.'],
  ['Kann mir jemand helfen?', 'Der Shop ist links vom Spawn.'],
  ['…', 'Der Shop ist links vom Spawn.'],
  ['', 'Der Shop ist links vom Spawn.'],
  ['Can someone help me please', 'Restart the launcher twice.'],
  ['Wie komme ich in die Lobby?', 'Moment bitte'],
  ['Wie komme ich in die Lobby?', 'Einen Moment bitte, ich schaue kurz nach.'],
  ['Wie komme ich in die Lobby?', 'Ich frage mal nach und melde mich gleich.'],
  ['Wie komme ich in die Lobby?', 'Was genau hast du denn schon probiert?'],
  ['Wie komme ich in die Lobby?', 'Hallo! Welche Version benutzt du?'],
  ['Wie komme ich in die Lobby?', 'Gern geschehen, viel Spaß dir!'],
  ['Wie komme ich in die Lobby?', 'keine Ahnung, sorry'],
  ['Wie komme ich in die Lobby?', '/hub'],
  ['How do I get to the lobby?', 'No problem, have fun!'],
  ['How do I get to the lobby?', 'Let me check, one second please.'],
  ['How do I get to the lobby?', 'Thank you so much for asking!'],
  ['How do I get to the lobby?', 'Good question lol'],
  ['How do I get to the lobby?', "I don't know, I'll ask the devs."],
  ['How do I get to the lobby?', 'Which version do you use? Did you try it again?'],
  ['How do I get to the lobby?', '👍'],
  ['How do I get to the lobby?', ''],
  ['How do I get to the lobby?', 'same lol'],
  ['How do I get to the lobby?', 'Please wait a moment, we look into it.'],
];

describe('a reply', () => {
  test.each(WORTH)('to %j is worth learning: %j', (question, answer) => {
    expect(isWorthLearning({ question, answer })).toBe(true);
  });

  test.each(NOT_WORTH)('to %j teaches nothing: %j', (question, answer) => {
    expect(isWorthLearning({ question, answer })).toBe(false);
  });
});
