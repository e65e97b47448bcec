import type { ReasonRules } from '../pattern.ts';

/**
 * Complaints that no table names: the operator did something to the person, nobody answers, or one of the
 * operator's things is wrong for them. They are for a person, whatever they are about.
 */
export const GRIEVANCES: ReasonRules = {
  reason: 'asked_for_human',
  vocabulary: {
    operator: [
      'you|your|yours|u|ur|yall|they|their|ihr|euch|euer|eure|eurem|euren|eurer|eures|ihre|ihrem|ihren|ihrer|ihnen|support|staff|team|mod|mods|moderator*|admin|admins|verein|shop|store|website|webseite|site|company|firma',
    ],
    affected: ['me|my|mine|i|im|ive|us|our|we|mir|mich|ich|mein*|wir|uns|unser*'],
    grudge: [
      'although|even_though|even_tho|eventhough|despite|without|never|still|wrong|wrongly|unfair*|refuse*|ignore*|ignoring|promised|nobody|noone|no_one|no_reply|no_response|no_answer|keeps|keep|kept|against|lied|lie|lying|false|falsely|mistake|supposed|supposedly|unacceptable|anyway|again|forced|stole|stolen|cheated|refusing|instead|removed|disappeared|lost',
      'obwohl|trotz|trotzdem|ohne|nie|niemals|immer_noch|noch_immer|falsch*|unfair*|ungerecht*|weiger*|verweiger*|ignorier*|versprochen|versprecht|niemand|keiner|keine_antwort|keine_reaktion|dauernd|ständig|gegen_meinen|gelogen|lügt|angeblich*|fehler|irrtum|schon_wieder|wieder|gezwungen|statt|anstatt|entfernt|verschwunden|seit_wochen|seit_tagen|seit_monaten|seit_#|seit_einer|seit_einem|seit_gestern|einfach_so|bis_heute|weiterhin|unaufgefordert|verloren|zu_unrecht',
    ],
    thing: [
      '{account}|membership|subscription|abo|plan|rank|role|order|payment|invoice|refund|delivery|ban|mute|appeal|data|ticket|tickets|newsletter|email|emails|mail|mails|username|badge|licence|license|seat|seats|booking|course|purchase|reward|prize|listing|shop|page|post|posts|review|comment|photo|picture|logo|code|codes|login|access|contract|permissions|phone_number|report|complaint|request',
      'konten|mitgliedschaft|tarif|vertrag|rang|rolle|bestellung|zahlung|rechnung|erstattung|lieferung|bann|sperre|antrag|daten|karte|karten|eintrittskarte*|e_mail|benutzername|lizenz*|platz|plätze|buchung|kurs|gewinn|preis|inserat*|seite|beitrag|beiträge|bewertung|kommentar|foto|bild|zugang|zugriff|rechte|meldung|beschwerde|anfrage|kündigung|guthaben|gutschein',
    ],
    searching: [
      'find|finde|looking|search*|suche|such|button|knopf|setting*|einstellung*|menu|menü|remember|forgot|vergessen|crash*|lag*|laggt|ruckelt|absturz|stürzt|fps|died|gestorben|respawn',
    ],
    act: [
      'fix|repair|restore|remove|delete|correct|reverse|undo|cancel|refund|return|reset|unlock|unban|transfer|move|merge|rename|revert|reissue|resend|investigate|sort|resolve|approve|confirm|verify|reactivate|recover|replace|exchange|compensate|reimburse|rollback|grant|extend|block|ban|punish|stop|intervene|free',
      'reparieren|wiederherstellen|entfernen|löschen|korrigieren|rückgängig|stornieren|erstatten|zurückgeben|zurücksetzen|entsperren|entbannen|übertragen|verschieben|zusammenführen|umbenennen|ausstellen|untersuchen|klären|lösen|bestätigen|verifizieren|reaktivieren|ersetzen|umtauschen|freischalten|verlängern|freigeben|einschreiten|unternehmen|bestrafen|stoppen|beheben|berichtigen|ändern|umbuchen|herausgeben|rausnehmen|sperren|bannen|überprüfen|prüfen',
    ],
  },
  always: [
    'nobody|niemand|keiner|noone|no_one|nobodys|none_of_you|ihr_nicht .. answers|answer|answered|replies|reply|replied|responds|responded|reagiert|antwortet|geantwortet|meldet|gemeldet|cares|kümmert|helps|hilft|geholfen|helped|reacts|looks|schaut & !{fiction} & !{asking}',
    'no|keine|never|nie|not_a_single|kein .. reply|response|answer|antwort|rückmeldung|reaktion|feedback .. since|seit|from|von|yet|bisher|auf|to|for|on|bekommen|erhalten|got|received & !{asking} & !{fiction}',
    'was soll das|der_mist|der_scheiss & !{fiction}',
    'wtf is|are|did .. this|you|that|my & !{fiction} & !{asking}',
    'can_you|could_you|can_u|could_u|would_you|könnt_ihr|könntet_ihr|könnten_sie|können_sie|kannst_du|könntest_du|please|bitte|pls .. {act} it|this|that|them|him|her|das|es|dies|ihn|sie & !{asking} & !{fiction}',
    'can_you|could_you|can_u|could_u|könnt_ihr|könntet_ihr|könnten_sie|können_sie|kannst_du|könntest_du das|es|ihn|sie|this|mich|mir|uns .. {act} & !{asking} & !{fiction}',
    'complaint|beschwerde|beschweren|beschwere|unacceptable|inakzeptabel|unverschämt*|frechheit|unzumutbar|disgrace|outrageous|appalling|sauerei & {i}|{operator} & !{asking} & !{fiction} & !formular',
    'geschrieben|written|emailed|wrote|contacted|opened|angeschrieben|messaged|asked|reported|gemeldet .. times|mal|weeks|wochen|days|tagen|month|monat|ago|already|schon|mehrfach|twice|zweimal|dreimal & no|nothing|nobody|keine|keiner|nichts|nix|still|never|nicht|{adverse} & !{fiction} & !{asking}',
    'can|could|would|könnt|könntet|könnten|können|kannst|bitte|please|pls .. {act} .. my|mein*|our|unser*|mir|me|us|uns & !{asking} & !{fiction} & !password|passwort|pw & !could_i|can_i|kann_ich',
    'can|could|would|könnt|könntet|könnten|können|kannst|bitte|please|pls .. my|mein*|our|unser*|mir|uns .. {act} & !{asking} & !{fiction} & !password|passwort|pw & !could_i|can_i|kann_ich',
    'why|how_come|warum|wieso|weshalb .. my|mein*|our|unser* .. removed|deleted|gelöscht|entfernt|weggenommen|taken|revoked|disabled|deaktiviert|declined|rejected|abgelehnt|entzogen & !{fiction} & !{searching}',
    'check|look|look_at|look_into|review|prüft|prüfen|schaut|anschauen|ansehen|angucken|anschaut|review .. my|mein*|our|unser* .. case|fall|ticket|anliegen|issue|situation|angelegenheit|sache|problem & !{asking} & !{fiction}',
    'my|mein*|our|unser* .. case|fall|ticket|anliegen|issue|situation|angelegenheit|sache .. check|look|review|prüft|prüfen|schaut|anschauen|ansehen|angucken|anschaut|kümmert|weitergeleitet|bearbeitet & !{asking} & !{fiction}',
    'answers|antwortet|reagiert|meldet|replies|schreibt|hilft .. keiner|niemand|nobody|kein_mensch|kein_schwein|ihr_nicht|nie|nicht_mehr & {operator}|mir|me|uns|us|hier|sich|here & !{fiction} & !{howto} & !bot|command|befehl',
    'ticket|tickets|anfrage|meldung|beschwerde|complaint|request|report|case|fall|anliegen|antrag|application|mail|email .. open|offen|unanswered|unbeantwortet|pending|waiting|liegt|seit|since|for .. #|days|weeks|month*|tagen|wochen|monat*|ewig*|ages|forever|stunden|hours|yesterday|gestern & !{asking} & !{fiction}',
  ],
  unlessHypothetical: [],
  unlessGeneral: [
    '{operator} + {affected} + {grudge} & !{asking} & !{fiction} & !{fine} & !{searching}',
    '{affected} + {thing} + {grudge} & !{asking} & !{fiction} & !{fine} & !{searching}',
    '{thing} + {grudge} + {operator} & !{asking} & !{fiction} & !{fine} & !{searching}',
  ],
};

/** Anger at the team itself is a case for it, never for the house rules. */
export const TEAM_COMPLAINTS: ReasonRules = {
  reason: 'asked_for_human',
  vocabulary: {
    helpers: [
      'support|supporter|supporters|customer_service|customer_support|service|team|mod|mods|moderator|moderators|moderation|admin|admins|staff|helper|helpers|management|kundenservice|kundendienst|teamler|mitarbeiter|leitung|moderatoren|moderatorin|supportteam|support_team|serverteam',
    ],
    yours: [
      'your|ur|youre|yalls|this|these|those|such|the|what|euer|eure|eurem|euren|eurer|ihr|ihre|ihren|dieser|diese|dieses|diesen|so_ein*|son|was_für|der|die|das|den',
    ],
    scorn: [
      'useless|incompetent|clueless|lazy|clowns|clown|joke|trash|garbage|worst|terrible|awful|horrible|pathetic|corrupt|corrupted|idiots|idiot|slow|slowest|arrogant|rude|unprofessional|shit|shitty|crap|disgrace|ridiculous|bad|unhelpful|amateurs|morons|sucks|suck|biased|dogshit|nonexistent',
      'unfähig*|inkompetent*|nutzlos*|faul|faulste*|clowns|witz|lachhaft|lächerlich*|müll|mies*|schlecht*|letzte|drecks*|amateur*|korrupt*|idiot*|deppen|depp*|langsam*|lahm*|unfreundlich*|unprofessionel*|scheisse|scheiss|unterirdisch*|katastrophe|beschissen*|arrogant*|parteiisch|überfordert|saumässig|grottig|grottenschlecht|assi*|peinlich',
    ],
    verb: ['is|are|was|were|s|ist|sind|seid|war|waren|r|really|so|such|honestly|echt'],
    misuse: [
      'abuse|abuses|abusing|abused|misuse|misuses|misusing|power_trip*|powertrip*|missbraucht|missbrauchen|ausnutzt|nutzt_aus|bevorzugt|favors|favours|favoritism|insults|insulted|mocks|mocked|bullies',
    ],
  },
  always: [
    'you|u|yall|you_guys|you_people|ihr|die_hier are|r|seid|sind really|so|all|such|just|echt|einfach|alle|total|völlig|komplett? a|an|the|ein|so? {scorn} & !{fiction} & !{asking}',
    'saftladen|sauladen|drecksladen|schweineladen|sauhaufen|clown_show|clownshow|bunch_of_clowns|bunch_of_idiots|joke_of_a_team',
    'worst|schlechteste*|schlechtester|mieseste*|lausigste*|slowest|most_useless support|supporter|customer_service|customer_support|service|moderation|staff|admins|kundenservice|team|mods & !{asking} & !{fiction}',
    'so_ein|such|son|sone|so_einen|was_für_ein|was_für|what_a|what {scorn} .. support|service|kundenservice|team|moderation|staff|admins',
    '{yours} {helpers} {verb} .. {scorn} & !{asking} & !{fiction} & !game|spiel|loader|pack',
    'your|ur|euer|eure|eurem|ihr {scorn} {helpers} & !{fiction}',
    'how|wie can|kann {helpers} be|sein .. {scorn}|so & !{fiction}',
    'you|u|yall|you_guys|ihr never|nie|niemals|noch_nie .. answer|reply|respond|help|antwortet|meldet|reagiert|helft|geantwortet & !{asking}',
    '{helpers} .. {misuse} .. power|powers|commands|rights|rank|position|rechte|macht|befehle|rang|freunde|friends|me|mich|us|uns & !{fiction} & !{asking}',
    'i|ich|ive|have|hab|habe|haben .. written|wrote|messaged|emailed|contacted|asked|geschrieben|gemeldet|angeschrieben|gefragt .. # & nobody|niemand|keiner|no|null|keine|nothing|nix|nichts|zero & !{fiction}',
    'you|u|yall|ihr|euch|support|team|it take|takes|braucht|brauchen .. forever|ages|ewig*|jahre|years|weeks|wochen .. answer|answers|reply|replies|respond|antwort*|reagieren|reaktion & !{asking} & !{fiction}',
    'nobody|noone|no_one|niemand|keiner|kein_mensch reads|read|liest|checks|schaut|looks .. ticket|tickets|messages|mails|emails|requests|anfragen|nachrichten & !{asking}',
    'seit|since|for .. tagen|wochen|monaten|stunden|days|weeks|months|hours .. warte|warten|waiting .. antwort|reply|answer|response|euch|you|support|team|hilfe|help & !{asking} & !{fiction}',
    '{yours} {helpers} .. play|plays|have|haben favorites|favourites|lieblinge & !{asking}',
    '{helpers} .. lets|lassen|lässt|left|keeps .. me|mich|us|uns .. waiting|hängen|warten|stehen|hanging & !{asking}',
    'i|ich|ive|hab|habe .. three|five|four|ten|zwei|drei|vier|fünf|zehn|several|dreimal|zweimal|viermal|mehrfach|many .. times|mal|tickets|mails|emails|geschrieben|gemeldet & nobody|niemand|keiner|no|null|keine|nothing|nix|nichts|zero & !{fiction} & !{asking}',
  ],
  unlessHypothetical: [],
  unlessGeneral: [],
};
