import type { AlertFault, ChannelMode } from '../../../domain/types.ts';
import { daysIn, defineTexts } from './frame.ts';

type ModeTexts = { [Mode in ChannelMode]: string };

/** What the bot does in a channel. */
export const modeTexts = defineTexts<ModeTexts>({
  mention: [
    'Mention: answers when mentioned (default)',
    'Erwähnung: antwortet, wenn man ihn anspricht (Standard)',
  ],
  every_message: ['Every message: answers without a mention', 'Jede Nachricht: auch ohne Erwähnung'],
  forum: ['Forum: answers in every post', 'Forum: antwortet in jedem Beitrag'],
  observe: [
    'Observe: answers without a mention, for the team only',
    'Beobachten: antwortet auch ohne Erwähnung, nur für das Team',
  ],
  off: ['Off: never answers here, not even with /ask', 'Aus: antwortet hier nie, auch nicht bei /ask'],
});

type AlertFaultTexts = { [Fault in AlertFault]: string };

/** Why the last alert did not get there. */
export const alertFaultTexts = defineTexts<AlertFaultTexts>({
  channel_gone: [
    'The last alert was not delivered: the channel is gone. Choose another one.',
    'Die letzte Warnung kam nicht an: Den Kanal gibt es nicht mehr. Wähle einen anderen.',
  ],
  right_missing: [
    'The last alert was not delivered: the bot is not allowed to write in this channel. Give it the permission and save again.',
    'Die letzte Warnung kam nicht an: Der Bot darf in diesem Kanal nicht schreiben. Gib ihm das Recht und speichere noch einmal.',
  ],
  discord_unavailable: [
    'Discord did not accept the last alert; the bot keeps trying.',
    'Discord hat die letzte Warnung nicht angenommen; der Bot versucht es weiter.',
  ],
});

export const channelsTexts = defineTexts({
  save: ['Save', 'Speichern'],
  silent: [
    'Discord is not responding, so this page shows IDs instead of names. Try again in a minute, or enter an ID: in Discord, turn on Developer Mode (Settings, “Advanced”), right-click a channel or role and choose “Copy ID”.',
    'Discord antwortet gerade nicht, deshalb stehen hier Ids statt Namen. Versuch es in einer Minute noch einmal oder trag eine Id ein: Schalte in Discord den Entwicklermodus ein (Einstellungen, „Erweitert“), klick mit rechts auf einen Kanal oder eine Rolle und wähle „ID kopieren“.',
  ],
  unasked: [
    'No bot is connected, so names cannot be read. Enter IDs: in Discord, turn on Developer Mode (Settings, “Advanced”), right-click a channel or role and choose “Copy ID”.',
    'Namen lassen sich hier nicht lesen, weil kein Bot verbunden ist. Trag Ids ein: Schalte in Discord den Entwicklermodus ein (Einstellungen, „Erweitert“), klick mit rechts auf einen Kanal oder eine Rolle und wähle „ID kopieren“.',
  ],
  mayNotRead: [
    'Discord does not let the bot read messages. Switch on “Message Content Intent” in the Discord developer portal under “Bot”; the bot picks it up by itself. Until then it answers only mentions, replies to its messages and /ask, and does not learn from your team’s replies.',
    'Discord lässt den Bot Nachrichten nicht mitlesen. Schalte im Discord Developer Portal unter „Bot“ den „Message Content Intent“ ein; der Bot merkt es von selbst. Bis dahin antwortet er nur auf Erwähnungen, Antworten an ihn und /ask und lernt nicht aus Antworten deines Teams.',
  ],
  unknown: ['unknown ({{id}})', 'unbekannt ({{id}})'],
  voice: ['voice', 'Sprache'],
  forumKind: ['forum', 'Forum'],
  category: ['category: all channels in it', 'Kategorie: alle Kanäle darin'],
  notOfServer: [
    'This does not belong to your server. Please choose from the list.',
    'Das gehört nicht zu deinem Server. Wähle bitte aus der Liste.',
  ],
  notAnId: ['Enter an ID: digits only.', 'Das muss eine Id sein: nur Ziffern.'],
  noneChosen: ['Please choose a channel.', 'Bitte wähle einen Kanal.'],
  channels: ['Where the bot answers', 'Wo der Bot antwortet'],
  elsewhere: [
    'Where nothing else is set, the bot answers when someone mentions it or replies to it. A category’s setting covers all its channels and forums, including new ones; a channel’s own setting comes first.',
    'Wo nichts anderes gesetzt ist, antwortet er, wenn ihn jemand erwähnt oder auf ihn antwortet. Eine Kategorie steht für alle Kanäle und Foren darin, auch für neue; was für einen Kanal selbst gesetzt ist, geht vor.',
  ],
  channel: ['Channel', 'Kanal'],
  channelId: ['Channel ID', 'Id des Kanals'],
  choose: ['Choose a channel', 'Kanal wählen'],
  mode: ['What the bot does there', 'Was der Bot dort tut'],
  setMode: ['Set', 'Festlegen'],
  modeList: ['Channels with a setting of their own', 'Kanäle mit eigener Einstellung'],
  change: ['Change', 'Ändern'],
  toDefault: ['Back to default', 'Auf Standard setzen'],
  toDefaultOf: ['{{name}}: back to default', '{{name}}: auf Standard setzen'],
  full: [
    'At most {{most}} channels. Set another one back to default first.',
    'Höchstens {{most}} Kanäle. Setz erst einen anderen auf Standard.',
  ],
  instructions: ['Instructions for a place', 'Anweisungen für einzelne Orte'],
  instructionsIntro: [
    'Extra instructions for one channel, forum or category, added to those of the persona. Instructions for a category apply to all its channels, including new ones; a channel’s own instructions replace those of its category.',
    'Was der Bot nur in einem Kanal, Forum oder einer Kategorie beachtet, nach den Anweisungen seiner Persona. In einer Kategorie gelten sie für alle Kanäle darin, auch für neue; die eigenen eines Kanals ersetzen die seiner Kategorie.',
  ],
  instructionsField: ['Instructions', 'Anweisungen'],
  instructionsHint: ['At most {{characters}} characters.', 'Höchstens {{characters}} Zeichen.'],
  instructionsLength: [
    'Please enter 1 to {{characters}} characters. What applies everywhere belongs in the persona.',
    'Bitte gib 1 bis {{characters}} Zeichen ein. Was überall gilt, gehört zur Persona.',
  ],
  tooManyInstructions: [
    'At most {{most}} places. Remove the instructions of another place first.',
    'Höchstens {{most}} Orte. Entferne erst die Anweisungen eines anderen.',
  ],
  remove: ['Remove', 'Entfernen'],
  removeOf: ['{{name}}: remove instructions', '{{name}}: Anweisungen entfernen'],
  changeOf: ['{{name}}: change instructions', '{{name}}: Anweisungen ändern'],
  team: ['Your team', 'Dein Team'],
  teachRoles: ['Roles that may teach the bot', 'Rollen, die dem Bot Antworten beibringen dürfen'],
  teachRolesHint: [
    'Their members right-click a message, choose “Apps” and “Learn from this”. With learning switched on, their replies become suggestions, too.',
    'Ihre Mitglieder klicken mit rechts auf eine Nachricht und wählen „Apps“ und „Daraus lernen“. Ist das Lernen an, werden auch ihre Antworten zu Vorschlägen.',
  ],
  teachRoleIds: [
    'IDs of the roles that may teach the bot',
    'Ids der Rollen, die dem Bot Antworten beibringen dürfen',
  ],
  teachRoleIdsHint: ['One per line.', 'Eine je Zeile.'],
  noRoles: [
    'Your server has no role yet that could teach.',
    'Auf deinem Server gibt es noch keine Rolle, die lehren könnte.',
  ],
  handoverRole: [
    'Role to call when a person is needed',
    'Rolle, die gerufen wird, wenn ein Mensch gebraucht wird',
  ],
  handoverRoleId: [
    'ID of the role to call when a person is needed',
    'Id der Rolle, die gerufen wird, wenn ein Mensch gebraucht wird',
  ],
  handoverRoleHint: ['Leave it empty to call nobody.', 'Leer: niemand wird gerufen.'],
  nobody: ['Nobody', 'Niemand'],
  otherRoles: [
    'Other roles to call, by reason, topic or place',
    'Eine andere Rolle je Grund, Thema oder Ort',
  ],
  otherRolesIntro: [
    'If several apply, the place decides before the topic, and the topic before the reason.',
    'Ein Ort geht vor einem Thema, ein Thema vor einem Grund.',
  ],
  otherRolesHint: [
    'One per line, such as payment = 123: a reason, a topic or a channel ID, then the ID of the role to call.',
    'Eine je Zeile: ein Grund wie payment, ein Thema oder eine Kanal-Id, dann = und die Id der Rolle.',
  ],
  otherRolesFault: [
    'Each line needs the ID of a role, such as payment = 123. At most 50 lines.',
    'Jede braucht eine Rolle mit ihrer Id: payment = 123. Höchstens 50.',
  ],
  asUsual: ['The usual role', 'Wie sonst'],
  otherPlace: ['Place', 'Ort'],
  otherPlaceRole: ['Role for this place', 'Rolle für diesen Ort'],
  remindOn: ['Yes, once', 'Ja, einmal'],
  remindOff: ['No', 'Nein'],
  everyone: [
    '@everyone does not work: anybody could teach the bot, or the whole server would be called. Choose a role of your team.',
    '@everyone geht nicht: Dann könnte jeder den Bot belehren, oder der ganze Server würde gerufen. Wähle eine Rolle deines Teams.',
  ],
  tooManyRoles: ['At most {{most}} roles.', 'Höchstens {{most}} Rollen.'],
  teamNames: ['Names of your team in tickets', 'Namen deines Teams in Tickets'],
  teamNamesIntro: [
    'For tickets over the API: a message under one of these names counts as written by your team, not by the customer. The bot does not answer it or call anyone for it.',
    'Für Tickets, die über die API kommen: Was jemand mit einem dieser Namen schrieb, ist das Wort deines Teams, nicht des Kunden. Es ruft niemanden und wird nicht beantwortet.',
  ],
  topics: ['Topics for your team', 'Themen für Menschen'],
  topicsIntro: [
    'A question that contains one of these words always goes to your team.',
    'Steht eines dieser Wörter in einer Frage, übergibt der Bot immer an dein Team.',
  ],
  learning: ['Learning from your team', 'Vom Team lernen'],
  learningOn: ['Learning is on.', 'Lernen ist an.'],
  learningOff: ['Learning is off.', 'Lernen ist aus.'],
  switchOn: ['Switch learning on', 'Lernen einschalten'],
  switchOff: ['Switch learning off', 'Lernen ausschalten'],
  means: [
    'While it is on, when people with a teaching role reply to members’ questions, their replies become suggestions, and after a thumbs down the asker can suggest a better answer.',
    'Solange es an ist, werden Antworten von Leuten mit Lehr-Rolle auf Fragen von Mitgliedern zu Vorschlägen, und wer gefragt hat, darf nach einem Daumen runter eine bessere Antwort vorschlagen.',
  ],
  noTeachers: [
    'No role may teach yet. Choose roles above; without them, replies from your team do not become suggestions.',
    'Noch darf keine Rolle lehren. Wähle oben Rollen; ohne sie werden Antworten deines Teams nicht zu Vorschlägen.',
  ],
  reads: [
    'The bot asks Discord for the content of all messages (Message Content), not only of those that mention it.',
    'Der Bot bittet Discord um den Inhalt von Nachrichten (Message Content), auch ohne Erwähnung.',
  ],
  texts: [
    'Names, contact details, account and card numbers, passwords and keys are removed. The bot uses a suggestion only once you approve it under “Training”, and you can take an approval back. No AI model is trained with suggestions, and nothing is learned from members who chose /opt-out.',
    'Namen, Kontaktdaten, Konto- und Kartennummern, Passwörter und Schlüssel werden entfernt. Der Bot verwendet einen Vorschlag erst, wenn du ihn unter „Training“ übernimmst; eine Übernahme lässt sich zurücknehmen. Kein KI-Modell wird damit trainiert, und wer /opt-out wählt, von dem wird nichts gelernt.',
  ],
  distilling: [
    'The AI service rewrites question and answer in general terms, but only while less than half of the weekly quota is used. This never uses up credit.',
    'Der KI-Dienst fasst Frage und Antwort allgemein, solange weniger als die Hälfte des Wochenkontingents verbraucht ist, und nie vom Guthaben.',
  ],
  ends: [
    (days: number) =>
      `Open suggestions are deleted after ${daysIn.en(days)}. If the message is deleted or edited, an open suggestion from it is deleted, and an approved one is suspended until you check it.`,
    (days: number) =>
      `Offene Vorschläge bleiben ${daysIn.de(days)}. Wird die Nachricht gelöscht oder geändert, verschwindet ihr Vorschlag, und was daraus übernommen war, wird ausgesetzt, bis du es ansiehst.`,
  ],
  alerts: ['Alerts', 'Warnungen'],
  alertsIntro: [
    'The bot posts drafts for your team here, and also alerts: for example when 80% or all of the weekly quota, or of the API’s share of it, is used, or when test questions fail.',
    'Hierher kommen Entwürfe für dein Team. Der Bot sagt hier auch Bescheid, etwa wenn 80 % oder alles vom Kontingent der Woche oder vom API-Anteil verbraucht ist oder Testfragen scheitern.',
  ],
  alertsChannel: ['Alert channel', 'Kanal für Warnungen'],
  alertsChannelId: ['ID of the alert channel', 'Id des Kanals für Warnungen'],
  report: ['Weekly report', 'Wochenbericht'],
  reportIntro: [
    'Every Monday the bot posts a summary of the past week and up to three things to do next.',
    'Jeden Montag schreibt der Bot hier, was die Woche gebracht hat und was als Nächstes zu tun ist.',
  ],
  reportChannel: ['Channel of the report', 'Kanal des Berichts'],
  reportChannelId: ['ID of the report’s channel', 'Id des Kanals für den Bericht'],
  alertsHint: ['Leave it empty to tell nobody.', 'Leer: niemand erfährt davon.'],
  nowhere: ['No channel: nobody is told', 'Kein Kanal: niemand erfährt davon'],
  cannotCheck: [
    'Discord is not responding, so this channel cannot be checked. Try again in a minute.',
    'Discord antwortet nicht, deshalb lässt sich nicht prüfen, ob dieser Kanal deiner ist. Versuch es in einer Minute noch einmal.',
  ],
  notWritable: [
    'The bot cannot post messages there. Choose a text channel.',
    'Dort lassen sich keine Nachrichten schreiben. Wähle einen Textkanal.',
  ],
});

export const accessTexts = defineTexts({
  title: ['Access', 'Rechte'],
  intro: [
    'Let roles of your server help to run the bot. Their members sign in to this dashboard with Discord and see what their access allows. Members with the “Manage Server” permission always have full access here.',
    'Lass Rollen deines Servers den Bot mitverwalten. Ihre Mitglieder melden sich mit Discord in diesem Dashboard an und sehen, was ihr Recht erlaubt. Wer den Server verwalten darf, darf hier immer alles.',
  ],
  commands: [
    'On Discord, editors and admins can use the bot’s cards and most of its message menus right away. Members of a role see the slash commands and “Show the sources” only after you add that role in Server Settings → Integrations → your bot. Anyone who can assign the role can pass on its access.',
    'In Discord gehen Karten des Bots und die meisten Nachrichten-Menüs für „Bearbeiten“ und „Admin“ sofort. Die Befehle und „Quellen zeigen“ zeigt es einer Rolle, sobald du sie unter Servereinstellungen → Integrationen → dein Bot hinzufügst. Wer eine Rolle vergeben darf, vergibt damit auch ihr Recht.',
  ],
  list: ['Roles with access', 'Rollen mit einem Recht'],
  role: ['Role', 'Rolle'],
  roleId: ['ID of the role', 'Id der Rolle'],
  choose: ['Choose a role', 'Rolle wählen'],
  right: ['Access', 'Recht'],
  action: ['Action', 'Aktion'],
  give: ['Give access', 'Recht geben'],
  remove: ['Remove', 'Entfernen'],
  removeOf: ['{{name}}: remove access', '{{name}}: Recht entfernen'],
  noneChosen: ['Please choose a role.', 'Bitte wähle eine Rolle.'],
  noRight: ['Please choose a level of access.', 'Bitte wähle ein Recht.'],
  everyone: [
    'Not @everyone: the whole server would get this access.',
    'Nicht @everyone: Dann hätte der ganze Server dieses Recht.',
  ],
  full: [
    'At most {{most}} roles can have access. Remove another one first.',
    'Höchstens {{most}} Rollen können ein Recht haben. Entferne erst eine andere.',
  ],
});
