import { defineTexts } from './frame.ts';

export const accessTexts = defineTexts({
  title: ['Access', 'Rechte'],
  intro: [
    'Let roles of your server help to run the bot. Their members sign in to this dashboard with Discord and see what their access allows. Members with the “Manage Server” permission can always do everything.',
    'Lass Rollen deines Servers den Bot mitverwalten. Ihre Mitglieder melden sich mit Discord in diesem Dashboard an und sehen, was ihr Recht erlaubt. Wer den Server verwalten darf, darf immer alles.',
  ],
  commands: [
    'Cards and message menus work for them at once. Discord shows them the slash commands once you add the role in Server Settings → Integrations → your bot. Anyone who can assign a role passes on its right.',
    'Karten und Nachrichten-Menüs gehen für sie sofort. Die Befehle zeigt Discord ihnen, sobald du die Rolle unter Servereinstellungen → Integrationen → dein Bot hinzufügst. Wer eine Rolle vergeben darf, vergibt damit auch ihr Recht.',
  ],
  list: ['Roles with access', 'Rollen mit einem Recht'],
  role: ['Role', 'Rolle'],
  roleId: ['Id of the role', 'Id der Rolle'],
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
