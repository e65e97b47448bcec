import { ACCOUNT } from './account.ts';
import { BAN } from './ban.ts';
import type { ReasonRules } from './pattern.ts';

/**
 * What goes with any wording: the thing a ticket is about (account, ban, money, contract, harm), together
 * with the person it happened to and a sign that something is wrong or must be done by somebody.
 */
export const ACCOUNT_COMPLAINTS: ReasonRules = {
  reason: 'account',
  vocabulary: {
    ...ACCOUNT.vocabulary,
    access: [
      '{account}|workspace|zugang|zugänge|access|ownership|admin_rechte|adminrechte|organisation|organization|inhaberschaft|zugriff|login|organisationskonto|profile|zugangsdaten|login_daten|logindaten|credentials|konten|team_account|discord|steam',
    ],
    mend: [
      'merge|merged|merging|combine|combined|join_them|transfer|transferred|transferring|freeze|frozen|lock|locked|unlock|unlocked|recover|restore|restored|reactivate|reactivated|reinstate|unfreeze|move|moved|secure|unlink|unlinked|relink|disconnect|reassign|hand_over|give_me|grant|shut_down|roll_back|rollback',
      'vereinen|vereinigen|fusionieren|verbinden|zusammenlegen|zusammenführen|zusammenlegt|zusammenführt|zusammengelegt|zusammengeführt|übertragen|überträgt|übertragt|einfrieren|friert|sperren|sperrt|entsperren|entsperrt|wiederherstellen|wiederherstellt|herstellen|reaktivieren|reaktiviert|freigeben|freigebt|freischalten|freischaltet|umziehen|sichern|trennen|umschreiben|umhängen|zuweisen|verknüpfen|entkoppeln|dichtmachen|zurücksetzen|zurückgeben|zurücksetzt|loskoppeln',
    ],
    mail: [
      'email|mail|mails|mailadresse|email_adresse|emailadresse|e_mail|e_mail_adresse|adresse|address|number|nummer|handynummer|telefonnummer|name|namen|daten|konto|account|acc',
    ],
    abroad: [
      'country|countries|land|ausland|abroad|city|stadt|russia|russland|china|brazil|brasilien|vietnam|india|indien|overseas|foreign|fremd*|unbekannt*|unknown|strange|location|standort*|ort|ip|devices|device|gerät*|somewhere|woanders',
    ],
    notours: [
      'never|nie|none_of_us|not_us|wasnt_us|nicht_von_uns|nobody|niemand|keiner|noone|no_one|nicht_stammen|wasnt|isnt_me|aint_me|nicht_ich|nicht_wir|dont_know|kenne_ich_nicht|kennen|kenn|didnt|not_mine|wasnt_mine',
    ],
    spam: [
      'schreibt|schickt|sends|send|sending|sent|spams|spamming|spammt|verschickt|verschickte|posts|posting|postet|messaging|messages|dming|dms|kauft|bought|buys|sells|selling|verkauft|verschenkt|trading|traded|bestellt|orders|ordering|links|linkes',
    ],
    whole: [
      'everyone|everybody|all|people|friends|contacts|leuten|leute|freunden|freunde|allen|alle|kontakte*|müll|spam|scam*|links|itself|selbst|ohne_mich|without_me|things|sachen|zeug|stuff|nitro|fremde*|random',
    ],
    holder: [
      'owner|admin|admins|administrator*|kassier*|vorstand*|leader|colleague|kollege|kollegin|gründer*|founder|treasurer|former|ehemalige*|bisherige*|ex|inhaber*|vorsitzende*|manager|chef|boss|vater|mutter|father|mother|dad|mum|mom|husband|wife|mann|trainer*|secretary|predecessor|vorgänger*|employee|mitarbeiter*',
    ],
    left: [
      'left|ausgetreten|gestorben|died|dead|passed_away|verstorben*|weg|gone|quit|ausgeschieden|verlassen|disappeared|nicht_mehr|nimmer|no_longer|retired|fired|deceased|gegangen|unreachable|nicht_erreichbar|ghosted|resigned',
    ],
    inside: [
      'back_in|in_anymore|dran|ran|rein|reinkommen|drauf|hinein|hineinkommen|drankommen|rankommen|into_it|einloggen|anmelden|log_in|login|sign_in|log_on|zugreifen|access|zugriff|get_in|enter',
    ],
    gone: [
      'gone|vanished|disappeared|wiped|missing|empty|deleted|lost|reset|0|zero|weg|verschwunden|futsch|leer|gelöscht|null|zurückgesetzt|verloren|zerschossen|überschrieben|nicht_mehr_da|kaputt|corrupted|rolled_back',
    ],
    property: [
      'progress|save|saves|savegame|inventory|items|stuff|skins|files|documents|projects|project|data|boards|board|history|level|levels|stats|everything|purchases|library|island|house|base|plot|world',
      'fortschritt|spielstand|inventar|sachen|zeug|dateien|dokumente|projekte|projekt|daten|verlauf|level|statistik*|alles|käufe|bibliothek|insel|haus|grundstück|welt|items|plot',
    ],
  },
  always: [
    'user|username|benutzer|nutzer|benutzername|nutzername|email|mail|mitgliedsnummer|{account} .. existiert_nicht|unbekannt|not_found|doesnt_exist|does_not_exist|no_such|nicht_registriert|not_registered|nicht_gefunden|isnt_registered|unknown & {i}|obwohl|although|anmelden|login|log_in|sign_in & !{asking}',
    '{password}|reset|login|anmelden|recovery|log_in .. says|said|sagt|meint|zeigt|error|fehler|meldung|claims .. no_such|not_found|doesnt_exist|unknown|invalid|unbekannt|existiert_nicht|nicht_gefunden|kein_konto|no_account|nicht_registriert & !{asking}',
    '{someone}|irgendwer|leute|hacker .. in_my_name|my_name|meinem_namen|as_me|als_ich|for_me|pretend* & {i}|my|mein* & !{asking} & !{fiction}',
    '{someone}|irgendwer .. verkauft|handelt|verschenkt|verschickt|sold|sells|traded|trades|spent|bought|emptied|looted|drained .. my|all_my|meine|mein .. {property}|sachen|stuff|items|account|coins|bank & !{fiction}',
    '{property}|coins|bank .. got|were|was|wurden|wurde|alles .. traded|sold|transferred|verkauft|verschenkt|gehandelt|leergeräumt|drained & {i}|my|sleeping|schlaf*|overnight|nachts|{someone}',
    '{someone} .. has|have|got|hat|haben|kennt|knows .. my|mein .. {password}',
    '{someone} .. turned|set|enabled|activated|eingerichtet|aktiviert|angemacht|added .. {factor}|it_on|it_up|his|her|seinem|their|phone|handy & {i}|my|cant',
    'messages|message|nachrichten|mails|emails|posts|links|spam .. from_me|von_mir|in_my_name|in_meinem_namen|through_my|über_mein* .. didnt|nicht|never|nie|wasnt|not & !{asking}',
    'rollback|rolled_back|wipe|update|patch|restart|neustart|crash|absturz .. ate|deleted|lost|gone|removed|reset|wiped|gelöscht|weg|verloren|gefressen|zurückgesetzt .. {my}|{property} & !{asking}',
    'sso_login|sso_anmeldung|single_sign_on|saml|identity_provider & {cant}|{adverse}|fails & {i}|our|unser*|wir|we & !{asking}',
    'my|mein|meine .. char*|avatar|figur .. got|was|wurde|ist|is|has_been .. wiped|reset|deleted|gone|rolled_back|gelöscht|zurückgesetzt|weg|level & !respawn & !{asking}',
    'link|code|codes|mail|sms|token|digits .. abgelaufen|expired|ungültig|invalid|dont_match|doesnt_match|never_match|dont_work|doesnt_work|stopped_working|stimmt_nicht|stimmen_nicht|passt_nicht|passen_nicht|falsch|wrong|rejected|abgelehnt & {password}|{factor}|reset|{account}|phone*|handy|digit|login|wiederherstell* & {i}|my|probiert|tried|always|immer|every|jedes & ~how|when|wann|wie_lange & !gift & !gutschein*',
    'passwort|password|reset|vergessen|forgot .. geklickt|gedrückt|angefordert|requested|clicked|pressed|tried|probiert|versucht .. .. kommt|kommen|keine|kein|no|nothing|nix|nichts|never|comes|mail & !{asking}',
    'passwort|password|reset|zurücksetzen|forgot|{factor} & nothing|nix|nichts|keine_mail|no_mail|no_email|never|nie .. comes|arrives|kommt|ankommt|happens|passiert|da|mail|email & !{asking}',
    '*mail|*mailadresse|gmail|hotmail|number|handynummer|nummer .. gibts_nicht|gibt_es_nicht|existiert|no_longer|deleted|gelöscht|gone|not_exist|weg|expired|lost|verloren & code|login|reset|angemeldet|registered|registriert|passwort|password|signed_up|einloggen|log_in',
    'deleted|lost|gelöscht|verloren|closed .. my|meine|old|alte .. gmail|email|mail|mailadresse|nummer|number|sim & {cant}|reset|code|login|passwort|password',
    'forgot|vergessen|dont_remember|weiss_nicht_mehr .. which|welche .. email|mail|nummer|adresse & {cant}|deleted|gelöscht|nicht_mehr',
    'geht|works|passt|stimmt .. {password} .. nicht|not|no|nimmer|anymore & eingeloggt|logged|{someone}|mail|hack*|wer|email',
    '{password} .. geht|works|funktioniert|work .. nicht|no|not|anymore|nimmer & eingeloggt|logged|{someone}|mail|brasilien|hack*|email',
    '{request} .. {mend} .. {access} & !{asking} & !{fiction}',
    '{access} .. {request} .. {mend} & !{asking} & !{fiction}',
    '{request} .. {access} .. {mend} & !{asking} & !{fiction}',
    '{access} + {mend} + {my}|bitte|please|pls|auf_mich|to_me & !{asking} & !{fiction} & !i_can|kann_ich|i_want_to_know',
    'card|karte|account|konto|profil|profile|treuekarte .. attached|linked|zugeordnet|verknüpft|connected|merged .. stranger*|someone_elses|fremde*|other|another|anderen|wrong|falsche*',
    '{my} .. {account}|discord|steam|email .. {spam} .. {whole} & !{fiction}',
    '{spam} .. {whole} .. from|von|über|through|via .. my|meinem|unserem .. {account}|discord|steam|namen|name',
    '{cant} .. {inside} + {my}|i|ich|we|wir + {mail}|{password}|code|pw|handy|phone|2fa|hacker|jemand_anders|someone_else & !{asking}',
    '{someone}|someone_else|jemand_anders|jemand_anderes|jemand_anderer + eingetragen|hinterlegt|registriert|registered|created|angelegt|signed_up|opened|set_up + my|mein*|unser*|our|{mail}',
    '{holder}|{left} .. {access}|passwort|password|passwörter .. nicht|wont|not|refuse*|verweigert|doesnt|weigert & !{asking} & !{fiction}',
    '{holder} .. {left} & {access}|rechte|rights|password|passwort|control|rollen',
    'scheinbar|apparently|glaub*|think|guess|offenbar|anscheinend|befürchte|afraid|sure|sicher|vermute|suspect .. {hacked}|fremde*_zugriff|someone_in',
  ],
  unlessHypothetical: [
    '{cant}|nimmer .. back_in|get_in_anymore|get_back_into|mehr_rein|mehr_dran|mehr_ran|mehr_reinkommen|mehr_einloggen|mehr_anmelden|mehr_zugreifen',
    'geklickt|clicked|eingegeben|entered|scanned|gescannt|reingefallen|fell_for .. link|qr|phishing|nitro|login|seite|site|fake*|website & {account}|{password}|seitdem|since|now|jetzt|and|und',
    'link|qr|phishing|nitro|fake*|website|seite|site .. geklickt|clicked|eingegeben|entered|scanned|gescannt|reingefallen & {account}|{password}|seitdem|since|now|jetzt|and|und',
    'everything|alles|all_my|all_the|alle_meine|years|jahre|hours|stunden .. {gone} & {account}|{property}|char*|login|logged|eingeloggt & !{fiction}',
  ],
  unlessGeneral: [
    'login|logins|anmeldung*|sign_ins|signins|sign_in|login_attempt*|session|sessions|sitzung*|anmeldeversuch*|loginversuch*|logged + {abroad} + {notours}|{i}|our|someone|jemand|weird|komisch*|verdächtig*|suspicious',
    '{notours} + login|logins|anmeldung*|sign_ins|signins|session|sessions|sitzung*|anmeldeversuch*|loginversuch*|zugriffe',
    '{access} + {cant}|verweigert|denied|refused|rejected|fails|gesperrt|weg|dicht|entzogen|verloren + {i}|{my}|we|wir|seit|since',
    '{my} .. {property} .. {gone} & !{fiction}|died|gestorben|tod|tot|death',
    '{factor} .. {adverse} & !{fiction}',
    '{account} .. {abroad} .. {spam}|logged|login',
    'locked|locked_out|ausgesperrt|zugesperrt + {i}|me|us|my|mein|{account}|seit|since|login|code|passwort|password & !door|tür|chest|truhe|kiste|{fiction}|island|insel',
    'zu_viele|too_many + versuche|attempts|fehlversuche|tries|logins & {account}|gesperrt|locked|{i}',
    '{my} .. {account} .. doppelt|twice|duplicate|zweimal|two|zwei|versehentlich|accidentally',
    'zwei|two|2|doppelte|second|zweites konten|accounts|konto|account .. versehentlich|accident*|angelegt|aus_versehen|by_mistake & {request}|bitte|please|merge|zusammen*',
    'underage|minderjährig|minor|too_young|zu_jung|under_age & {account} & {delete}|{request}',
  ],
};

export const BAN_COMPLAINTS: ReasonRules = {
  reason: 'ban',
  vocabulary: {
    ...BAN.vocabulary,
    neutral: [
      '{doer}|^name|^list|^explain|country|law|government|that_banned|who_was|who_were|man|people|players|anyone|others|you_get|to_get|want_to_be|will_get|avoid|risk|damit|allowed|erlaubt|verboten|others|andere|jeder|everyone|who_gets|nicht_gebannt_werden|never_been|noch_nie|nie_gebannt|{fiction}|{asking}|i_want_to|i_need_to|ich_will_jemand*|ich_muss|ein_spieler|a_guy|spammer|wer|troll|bot|bots|cheaters|cheater|cheater|hacker',
    ],
    shutout: [
      'kicked|removed|thrown_out|thrown|booted|blocked|restricted|timed_out|excluded|disabled|deactivated|suspended|terminated|closed|revoked|expelled|excluded|demoted|derank*|kicked_out|silenced|flagged|shut_down|taken_down|disqualified|hidden',
      'gekickt|entfernt|rausgeworfen|rausgeschmissen|rausgeflogen|geflogen|geworfen|geschmissen|blockiert|geblockt|deaktiviert|geschlossen|dichtgemacht|eingeschränkt|entzogen|ausgeschlossen|degradiert|abgenommen|weggenommen|stillgelegt|abgeschaltet|abgeklemmt|rausgenommen|gesperrt|runtergestuft|disqualifiziert|gekündigt',
    ],
    place: [
      '{account}|profil|profile|zugang|kanal|channel|shop|page|access|rank|role|roles|rang|rolle|rollen|rechte|permissions|server|discord|forum|guild|gilde|clan|team|chat|voice|group|gruppe|community|listing|listings|store|inserat*|anzeige|anzeigen|post|posts|beitrag|beiträge|review|whitelist|tournament|turnier|liga|league',
    ],
    mute: [
      'chat|schreiben|write|type|talk|reden|sprechen|speak|post|posten|message|messages|nachrichten|antworten|reply|voice|join|rejoin|beitreten|joinen|connect|verbinden|play|spielen',
    ],
    span: [
      'day|days|hour|hours|week|weeks|month|months|year|years|minutes|min|forever|permanent|permanently|perma|ewig|lebenslang|lifetime|tag|tage|tagen|stunde|stunden|woche|wochen|monat|monate|monaten|jahr|jahre|minuten|für_immer|dauerhaft|endlos|unbefristet|indefinitely|lebenslänglich',
    ],
    cause: [
      'for|over|because|cause|cuz|bc|wegen|weil|obwohl|although|even_though|though|trotz|nur|just|only|without|ohne|despite|dabei|angeblich*|allegedly|supposedly|apparently|aus_versehen|by_mistake|since|seit|after|nachdem|but|aber|and|und|by|von',
    ],
  },
  always: [
    '{ban}|{bannedstrong} & >mine|>meiner|>meine|>meins|>its|>ist_jetzt|>that_was|but_mine|aber_meiner|bei_mir|for_me & {adverse}|{unfair}|{cause}|{span}|says|läuft|steht & !{fiction}',
    'kann|cant|cannot|darf|not_able|unable|can_no|konnte|couldnt .. nicht|nimmer|net|longer|{mute} .. {mute} & {ban}|{bannedstrong}|stumm|sperre|{span}_timeout & !{asking} & !{doer}',
    'you|u|ihr|sie|they|habt|haben|euer|your|staff|team|mod|admin .. {place} .. {shutout} & {my}|ich|i|we|wir & !{asking} & !{fiction}',
    '*antrag|request|anfrage|appeal|einspruch|widerspruch & {unban}|{ban}|entbannungs*|entsperrungs*|ban & {adverse}|offen|open|pending|since|seit|month|monat|weeks|wochen|ignored|{i} & !{asking}',
    'entbannungs*|entsperrungs* & {adverse}|offen|seit|keiner|niemand|{i}|mein*',
    'i|ich|im|me|mich|we|wir .. been|was|got|were|wurde|wurden|am|bin|werde .. now? permanently? {shutout} .. from|aus|vom|von|for|wegen|by|and|without|ohne & !{asking} & !{fiction} & !{neutral}',
    'bin|wurde|wurd|flog|war .. aus|vom|von .. {place}|*gruppe|*server|*forum|*chat|*kanal|verein .. geflogen|rausgeflogen|geworfen|raus|entfernt|ausgeschlossen|rausgeschmissen|geschmissen & !{asking} & !{fiction}',
    'lost|losing|verloren|kein*|no .. access|zugriff|zugang .. {place}|*server|*forum & {i} & !{asking} & !password|email|handy|phone',
    'it|they|he|you|er|sie|es|system|anticheat|bot .. flag*|exclud*|ban|bans|banned|kick*|mute* .. me|mich|us|uns & !{asking} & !{fiction} & !{neutral}',
    'am_i|got|was|been|im|still|am|bin|why_am_i .. bannd & ~if|wenn|falls|get_you',
    'sorry|leid|apologi*|entschuldig*|seh_es_ein|sehe_es_ein|bereue|regret|learned_my_lesson|lesson_learned & zurück|back|rejoin|again|wieder|chance|let_me|spam|gesagt|said|verhalten|behavior|behaviour & darf|can|lasst|let|please|bitte|chance|könnt|could|may|want|will|möchte',
    'says|said|get|got|getting|message|meldung|error|steht|kommt|zeigt|shows|sagt .. {account}|zugang|access|profil .. {shutout}|{bannedstrong} & !{asking} & !{fiction}',
    'request|asking|ask|bitte|bitten|beantrage|ersuche .. um|for|of|to .. aufhebung|entsperrung|entbannung|unban|reinstatement|review|second_look|überprüfung|begründung & {ban}|{banned}|sperre|strafe',
    '{request} + {lift} + {ban}|strafe|punishment|decision|entscheidung|verwarnung & !{asking} & !{doer}',
    '{bannedstrong}|{ban} .. and|und|aber|but .. idk|dunno|keine_ahnung|nobody|niemand|no_idea|nobody_told|weiss_nicht|weiss_nichtmal|dont_know|no_clue',
    'evidence|beweis*|proof|screenshot*|clip|video & {unban}|{bannedstrong}|my_ban|meinen_bann & {i}|me',
  ],
  unlessHypothetical: [
    '^{bannedstrong}|^kicked|^gekickt|^timed_out|^perma|^permaban|^ban|^bann|^mute|^timeout|^sperre {cause}|# & !{doer}',
    '{i} + {bannedstrong}|timed_out|permad & !{neutral} & ~{neutral}',
  ],
  unlessGeneral: [
    '{bannedstrong}|timed_out & !{neutral}',
    '{banned} + {my}|me|mich|mir|ich|i + {cause}|{unfair}|{adverse}|{span} & !{neutral} & !connection|verbindung|ip|firewall|router|antivirus|browser|request|port',
    '{ban} + {unfair}|{adverse}|{span} + {my}|me|ich|mich|mir|i|staff|{staff}|since|seit|for|für|wegen|over & !{neutral}',
    '{ban} .. {cause} .. {adverse}|{unfair}|joke|witz|spass|meme|nothing|nix|nichts|word|wort|lag & !{neutral}',
    '{my} .. {place} .. {shutout} & !{neutral} & !verbindung|connection|firewall|i_have|ich_habe|ich_hab',
    '{shutout} .. {place} & {staff}|{unfair}|me|mich|ich|mir|my|mein*|us|uns & !{neutral} & !i_removed|i_closed|i_have|ich_habe|ich_hab',
    '{shutout} + {staff} + me|mich|mir|my|mein*|us|uns & !{neutral}',
    '{place} + weg|gone|removed|entzogen|abgenommen|weggenommen|taken_away + {staff}|{unfair}|warum|why & {i}|me|mir & !{neutral}',
    'anticheat|anti_cheat|automod|auto_mod|filter|bot + {shutout}|{banned}|{ban}|flag*|false* & {i}|me|mich|mir & !{neutral}',
    'einspruch|widerspruch|appeal|begnadigung & {ban}|{banned}|einlegen|lege|erheben & !kauf|vertrag|daten|verarbeitung|processing',
    '{staff} .. {unfair}|biased|parteiisch|power_trip*|powertrip*|willkür*|willkürlich|corrupt|missbraucht|abuse*|schikan* & {i}|me|mich|mir|us|uns|{bannedstrong}|{ban}',
    '{unfair} .. {staff} & me|mich|mir|us|uns|{bannedstrong}|{ban}',
  ],
};
