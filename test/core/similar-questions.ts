/** Questions that mean the same. */
export const SAME: [string, string][] = [
  ['How do I join the server?', 'how can i join your server'],
  ['How do I join the server?', 'Can you tell me how to join the server please?'],
  ['How do I reset my password?', 'I want to reset my password, how?'],
  ['I forgot my password', 'Forgot my password, help!'],
  ['When does the tournament start?', 'what time does the tournament start'],
  ['Where can I report a bug?', 'How do I report bugs?'],
  ['The launcher crashes on startup', 'launcher crashes at startup'],
  ['Is the server down?', 'server down???'],
  ['Is the server down right now?', 'Server is down for me'],
  ["Why can't I log in?", 'why cant i log in'],
  ['How much does premium cost?', 'How much is the premium cost'],
  ['How do I change my nickname?', 'how to change nickname'],
  ['My payment was declined twice', 'payment declined'],
  ['Do you have an Android app?', 'is there an android app'],
  ['How do I get a refund for premium?', 'refund for premium, how?'],
  ['How do I install the launcher on Linux?', 'how to instal the launcher on linux'],
  ['Which mods are allowed on the server?', 'what mods are allowed on this server?'],
  ['error 403 when joining', 'Error 403 while joining'],
  ['Wie kann ich dem Server beitreten?', 'Wie kann man dem Server beitreten'],
  ['Wie ändere ich mein Passwort?', 'wie kann ich mein Passwort ändern'],
  ['Wie aendere ich mein Passwort?', 'Wie ändere ich mein Passwort'],
  ['Ich habe mein Passwort vergessen', 'Passwort vergessen!!'],
  ['Wann startet das Turnier?', 'um wie viel Uhr startet das Turnier'],
  ['Wann beginnt das nächste Event?', 'wann beginnt das naechste Event denn'],
  ['Wo finde ich die Serverregeln?', 'wo sind die Serverregeln'],
  ['Wie melde ich einen Spieler?', 'Wo kann ich einen Spieler melden?'],
  ['Ist der Server gerade offline?', 'Server offline?'],
  ['Der Launcher stürzt beim Start ab', 'launcher stürzt beim starten ab'],
  ['Wie viel kostet Premium im Monat?', 'Wieviel kostet Premium pro Monat?'],
  ['Warum kann ich mich nicht einloggen?', 'wieso kann ich mich nicht einloggen'],
  ['Wie bekomme ich die Künstlerrolle?', 'wie bekommt man die Künstlerrolle'],
  ['Kann ich meine Zahlung zurückbekommen?', 'Kann ich meine Zahlung zurück bekommen'],
  ['Welche Mods sind erlaubt?', 'welche Mods sind denn erlaubt hier'],
  ['Wie installiere ich den Launcher auf Linux?', 'Wie instaliere ich den Launcher auf Linux'],
  ['Gibt es eine App für Android?', 'gibts eine Android App'],
];

/** Questions that ask about different things. */
export const DIFFERENT: [string, string][] = [
  ['How do I join the server?', 'How do I leave the server?'],
  ['How do I join the server?', 'How do I join a voice channel?'],
  ['How do I reset my password?', 'How do I change my nickname?'],
  ['I get error 403', 'I get error 500'],
  ['What is new in version 2?', 'What is new in version 3?'],
  ['How do I log in?', 'How do I log out?'],
  ['How do I turn notifications on?', 'How do I turn notifications off?'],
  ['How do I mute a member?', 'How do I unmute a member?'],
  ['How do I enable cheats?', 'How do I disable cheats?'],
  ['When does the tournament start?', 'Where does the tournament start?'],
  ['Who won the tournament?', 'When was the tournament won?'],
  ['Can I play with mods?', 'Can I play without mods?'],
  ['How do I get premium?', 'How do I cancel premium?'],
  ['Where do I report a player for cheating?', 'Where do I report a player for insults?'],
  ['How do I get the artist role?', 'How do I get the gamer role?'],
  ['How do I upload a picture?', 'How do I download a picture?'],
  ['Why was my account banned?', 'How do I delete my account?'],
  ['How do I install the launcher on Linux?', 'How do I install the launcher on Windows?'],
  ['What is the server address?', 'What is the server version?'],
  ['how does this work?', 'how is this?'],
  ['Wie melde ich mich an?', 'Wie melde ich mich ab?'],
  ['Wie kann ich mich anmelden?', 'Wie kann ich mich abmelden?'],
  ['Wie schalte ich den Ton ein?', 'Wie schalte ich den Ton aus?'],
  ['Wie aktiviere ich Push?', 'Wie deaktiviere ich Push?'],
  ['Wann ist das Event?', 'Wo ist das Event?'],
  ['Wer leitet das Event?', 'Warum gibt es das Event?'],
  ['Wie lange dauert das Event?', 'Wie komme ich zum Event?'],
  ['Wie bekomme ich die Künstlerrolle?', 'Wie bekomme ich die Gamerrolle?'],
  ['Darf ich Mods benutzen?', 'Warum darf ich keine Mods benutzen?'],
  ['Wie trete ich dem Server bei?', 'Wie verlasse ich den Server?'],
  ['Fehler 403 beim Beitreten', 'Fehler 500 beim Beitreten'],
  ['Wie kann ich ein Konto sperren?', 'Wie kann ich ein Konto entsperren?'],
  ['Wie importiere ich meine Daten?', 'Wie exportiere ich meine Daten?'],
  ['Wie geht das?', 'Wie geht das hier?'],
  ['Was ist Salzkai?', 'Wo gibt es Salzkai?'],
  ['Wie viel kostet Premium?', 'Warum kostet Premium etwas?'],
  ['Mein Mikrofon geht nicht', 'Mein Bildschirm geht nicht'],
  ['Kann ich mit dem Handy spielen?', 'Kann ich mit dem Controller spielen?'],
  ['👍', '🎉'],
  ['', 'Wie trete ich bei?'],
  ['???', 'Hallo'],
];

/** What a program wrote, which has no word twice. */
export const LOG = Array.from({ length: 4_000 }, (_, n) => `x${n}`)
  .join(' ')
  .slice(0, 16_000);

/** Long words, many of them alike. */
export const LONG_WORDS = Array.from(
  { length: 2_000 },
  (_, n) => `wörtchen${'abcdefghij'[n % 10]}${'klmnopqrst'[n % 9]}`,
)
  .join(' ')
  .slice(0, 16_000);

const VERBS = Array.from(
  { length: 60 },
  (_, n) => `verb${String.fromCharCode(97 + (n % 26), 97 + ((n * 7) % 26))}e`,
);

/** Questions made to share all their words. */
export const OF_SHARED_WORDS = Array.from({ length: 1_000 }, (_, n) =>
  VERBS.filter((_word, index) => (n * 31 + index * 17) % 3 > 0).join(' '),
);
